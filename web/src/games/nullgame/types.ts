// Made by `just types` from the Python code. Change it there.

/** Everything a screen draws, for one viewer. */
export interface Scene {
  seat: number;
  stage: "choice" | "deal" | "over" | "roll";
  part: number;
  rounds: number;
  die: number;
  players: Player[];
}

/** A seat. */
export interface Player {
  seat: number;
  gem: "none" | "pearl" | "ruby" | "unknown";
  points: number;
  chosen: boolean;
  winner: boolean;
}

/** A gem for a seat; which, only its own seat is told. */
export interface Dealt {
  fact: "dealt";
  seat: number;
  gem: "pearl" | "ruby" | "unknown";
}

/** Somebody has chosen; what, only its own seat is told. */
export interface Chose {
  fact: "chose";
  seat: number;
  choice: "keep" | "swap" | null;
}

/** The die, and who held a ruby. */
export interface Rolled {
  fact: "rolled";
  pips: number;
  to: number[];
}

/** The game is over. */
export interface Ended {
  fact: "ended";
  winners: number[];
  scores: number[];
}

export type Fact = Dealt | Chose | Rolled | Ended;
