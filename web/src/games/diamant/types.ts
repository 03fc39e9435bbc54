// Made by `just types` from the Python code. Change it there.

/** Everything a screen draws, for one viewer. */
export interface Scene {
  seat: number;
  edition: "czech" | "none" | "polish";
  stage: "card" | "choice" | "over";
  cave: number;
  caves: number;
  row: Card[];
  explorers: Explorer[];
  traps: Trap[];
  choice: Choice | null;
  waiting: number[];
  deck: number;
  ending: number;
  relics_left: number;
  relics_stacked: number[];
  relics_rescued: number;
  relic_pays: number;
}

/** A card of the row, oldest first. */
export interface Card {
  kind: "relic" | "trap" | "treasure";
  name: string;
  value: number;
  holds: number;
  nth: number;
}

/** A seat. */
export interface Explorer {
  seat: number;
  place: "camp" | "home" | "inside";
  chest: number | null;
  score: number | null;
  at_risk: number;
  brought: number;
  relics: number[];
  chosen: boolean;
  choice: "home" | "on" | null;
  winner: boolean;
}

/** A kind of trap: what a second one of it would do, and how likely. */
export interface Trap {
  name: string;
  turned: number;
  left: number;
  gone: number;
}

/** What hangs on going home now, for anyone inside. All numbers are rubies. */
export interface Choice {
  hand: number;
  floor: number;
  relics: number;
  alone: number;
  least: number;
  most: number;
}

/** A cave opens with its first card. */
export interface Entered {
  fact: "entered";
  cave: number;
  to: number[];
}

/** A treasure is dealt out. */
export interface Shared {
  fact: "shared";
  value: number;
  each: number;
  to: number[];
  stays: number;
}

/** The first trap of a kind. */
export interface Warned {
  fact: "warned";
  trap: string;
}

/** The second trap of a kind: all inside flee, and one card of the kind leaves the game. */
export interface Collapsed {
  fact: "collapsed";
  trap: string;
  fled: number[];
  lost: number;
}

/** A relic in the row. */
export interface Found {
  fact: "found";
  value: number;
  lying: number;
}

/** Somebody has chosen; what, only its own seat is told. */
export interface Chose {
  fact: "chose";
  seat: number;
  choice: "home" | "on" | null;
}

/** These go home together. */
export interface Left {
  fact: "left";
  seats: number[];
  hand: number;
  floor: number;
  stays: number;
}

/** Who left alone takes a relic along. */
export interface Rescued {
  fact: "rescued";
  seat: number;
  value: number;
}

/** These go on. */
export interface Stayed {
  fact: "stayed";
  seats: number[];
}

/** A cave is over. */
export interface Closed {
  fact: "closed";
  cave: number;
  lost: number;
  relics: number;
}

/** The game is over. */
export interface Ended {
  fact: "ended";
  winners: number[];
  scores: number[];
}

export type Fact = Entered | Shared | Warned | Collapsed | Found | Chose | Left | Rescued | Stayed | Closed | Ended;
