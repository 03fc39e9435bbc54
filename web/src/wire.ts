// Made by `just types` from the Python code. Change it there.

/** A table, for all who may see it. */
export interface TableSeen {
  table: string;
  game: string;
  rules: number;
  options: Record<string, unknown>;
  pace: Pace;
  undo: boolean;
  listed: boolean;
  brought: boolean;
  stage: "gathering" | "over" | "paused" | "playing";
  closed: boolean;
  seats: SeatSeen[];
  winners: number[];
  commitment: string | null;
  secret: string | null;
  after: string | null;
  rematch: string | null;
}

/** How long anybody may take, in milliseconds; 0 is no limit. A slow table gives hours or days for a move. */
export interface Pace {
  move?: number;
  budget?: number;
  increment?: number;
  grace?: number;
}

/** A seat, for all to see. */
export interface SeatSeen {
  name: string | null;
  bot: string | null;
  ready: boolean;
  away: boolean;
  resigned: boolean;
  acting: boolean;
  deadline: number | null;
  left: number | null;
}

/** Something to be done at a table, once, however often it is sent. `seq` is the last number you know of. */
export interface Command {
  id: string;
  seq: number;
  act: Sit | Hire | Rise | Ready | Move | TakeBack | Resign | Leave | Return | Pause | Resume | Say | Rematch | Close;
}

/** Take an empty seat; `name` where it is not your own, as on a device that goes round. */
export interface Sit {
  act: "sit";
  seat: number;
  name?: string | null;
}

/** Put a bot on an empty seat. For the host. */
export interface Hire {
  act: "hire";
  seat: number;
  bot: string;
}

/** Leave your seat before the match begins; the host may also send somebody or a bot away. */
export interface Rise {
  act: "rise";
  seat: number;
}

/** Say that you want to begin, and add a salt to the chance of the match. */
export interface Ready {
  act: "ready";
  seat: number;
  salt?: string | null;
}

/** Decide: one of the offers, in its words. */
export interface Move {
  act: "move";
  seat: number;
  move: string;
}

/** Undo your last decision, while nobody has learned anything from it. */
export interface TakeBack {
  act: "takeback";
  seat: number;
}

/** Give up. A bot plays on for you. */
export interface Resign {
  act: "resign";
  seat: number;
}

/** Say that you are away. Your seat is kept for a while, then a bot decides until you return. */
export interface Leave {
  act: "leave";
  seat: number;
}

/** Be back, and get your seat back from the bot. */
export interface Return {
  act: "return";
  seat: number;
}

/** Let the match rest. */
export interface Pause {
  act: "pause";
  seat: number;
}

/** Go on after a pause. */
export interface Resume {
  act: "resume";
  seat: number;
}

/** A line of chat, for all at the table; without a seat as a spectator. */
export interface Say {
  act: "say";
  text: string;
  seat?: number | null;
}

/** Play again: the same game and seats at a new table. */
export interface Rematch {
  act: "rematch";
  seat: number;
}

/** Give the table up before the match begins. For the host. */
export interface Close {
  act: "close";
}

export type ToServer = Command;

/** The first thing a socket says: what happened since the number it asked from, and what there is now. */
export interface Welcome {
  say: "welcome";
  heard: (Heard | HeardMove)[];
  view: View;
}

/** An entry that all may know of, and its number. */
export interface Heard {
  what: "entry";
  seq: number;
  entry: OpenedEntry | SatEntry | HiredEntry | RoseEntry | ReadyEntry | BeganEntry | MovedEntry | TookBackEntry | ResignedEntry | LeftEntry | ReturnedEntry | StoodInEntry | PausedEntry | ResumedEntry | UnsealedEntry | RematchedEntry | ClosedEntry | SaidEntry;
}

/** The table stands. `host` is the person whose table it is. */
export interface OpenedEntry {
  entry: "opened";
  at: number;
  game: string;
  rules: number;
  seats: number;
  options: Record<string, unknown>;
  pace: Pace;
  undo?: boolean;
  listed?: boolean;
  commitment?: string | null;
  after?: string | null;
  brought?: boolean;
}

/** A person takes an empty seat. */
export interface SatEntry {
  entry: "sat";
  at: number;
  seat: number;
  name: string;
}

/** A bot takes an empty seat. */
export interface HiredEntry {
  entry: "hired";
  at: number;
  seat: number;
  bot: string;
}

/** A seat is empty again; before the match has begun. */
export interface RoseEntry {
  entry: "rose";
  at: number;
  seat: number;
}

/** A person wants to begin, and adds a salt to the chance of the match. */
export interface ReadyEntry {
  entry: "ready";
  at: number;
  seat: number;
  salt?: string | null;
}

/** The match begins. */
export interface BeganEntry {
  entry: "began";
  at: number;
}

/** An event of the match: a decision, or an outcome of chance, in the words of the game. */
export interface MovedEntry {
  entry: "moved";
  at: number;
  seat: number | "chance";
  move: string;
}

/** The last decision is undone. */
export interface TookBackEntry {
  entry: "tookback";
  at: number;
  seat: number;
}

/** A person gives up: a bot plays on, and does not win. */
export interface ResignedEntry {
  entry: "resigned";
  at: number;
  seat: number;
  bot: string;
}

/** A person is away. */
export interface LeftEntry {
  entry: "left";
  at: number;
  seat: number;
}

/** A person is back, and gets the seat back unless it was given up. */
export interface ReturnedEntry {
  entry: "returned";
  at: number;
  seat: number;
}

/** A bot decides for a seat until its person returns: the grace is over, or the time has run out. */
export interface StoodInEntry {
  entry: "stoodin";
  at: number;
  seat: number;
  bot: string;
}

/** Clocks stand still and nobody moves. */
export interface PausedEntry {
  entry: "paused";
  at: number;
  seat: number;
}

/** The match goes on. */
export interface ResumedEntry {
  entry: "resumed";
  at: number;
  seat: number;
}

/** The match is over: the secret its chance came from. */
export interface UnsealedEntry {
  entry: "unsealed";
  at: number;
  secret: string;
}

/** Somebody wants to play again, at another table. */
export interface RematchedEntry {
  entry: "rematched";
  at: number;
  seat: number;
  table: string;
}

/** The table is given up before its match has begun. */
export interface ClosedEntry {
  entry: "closed";
  at: number;
}

/** A line of chat; the seat is None when a spectator says it. */
export interface SaidEntry {
  entry: "said";
  at: number;
  seat: number | null;
  name: string;
  text: string;
}

/** An event of the match: `move` is None where it is hidden from the viewer; the facts are what it is told instead of the rules. */
export interface HeardMove {
  what: "event";
  seq: number;
  at: number;
  seat: number | null;
  move: string | null;
  facts: Record<string, unknown>[];
}

/** What a viewer sees now. `scene` is what the screen of its game draws. */
export interface View {
  seq: number;
  now: number;
  table: TableSeen;
  seat: number | null;
  yours: number[];
  scene: unknown;
  offers: string[];
  take_back: boolean;
}

/** Something has happened. */
export interface News {
  say: "news";
  heard: (Heard | HeardMove)[];
  view: View;
}

/** It is done, and on disk. The entries that came of it are numbered `first` to `last`. */
export interface Done {
  say: "done";
  id: string;
  first: number;
  last: number;
  table?: string | null;
}

/** It is not done, and nothing has changed. `missed` is what happened since the number you knew of, when that is the reason. */
export interface Refused {
  say: "refused";
  id: string | null;
  error: "busy" | "failed" | "foreign" | "full" | "malformed" | "missing" | "no such method" | "refused" | "stale" | "taken" | "too large" | "too many" | "unknown";
  reason: string;
  possible?: string[];
  seq?: number | null;
  missed?: (Heard | HeardMove)[];
}

/** The last thing a socket says: why it is closed. */
export interface Gone {
  say: "gone";
  reason: string;
}

export type FromServer = Welcome | News | Done | Refused | Gone;

/** Who you are: a name is enough. */
export interface Guest {
  name: string;
}

/** Who you are here. A program is told its token, once; that of a browser goes into its cookie. */
export interface Me {
  name: string;
  program: boolean;
  token?: string | null;
}

/** Takes your seats along to another device: good once, until then. */
export interface OneTimeCode {
  code: string;
  until: number;
}

/** A one-time code from your other device. */
export interface UseCode {
  code: string;
  anyway?: boolean;
}

/** A game of the list. */
export interface GameSeen {
  game: string;
  title: Record<string, string>;
  goal: Record<string, string>;
  seats: [number, number];
  box: [number, number];
  minutes: number;
  rules: number;
  options: OptionSeen[];
  bots: BotSeen[];
}

/** An option of a game: its values, and what it is without being chosen. */
export interface OptionSeen {
  name: string;
  kind: "choice" | "number" | "text" | "yes or no";
  choices: string[];
  default: unknown;
  words: Record<string, string>;
}

/** A bot and how it plays, by language. */
export interface BotSeen {
  name: string;
  manner: Record<string, string>;
}

/** The rules of a game. */
export interface Text {
  text: string;
}

/** A page of tables; `next` asks for the one after it. */
export interface TableList {
  tables: TableListed[];
  next: number | null;
}

/** A table in a list. */
export interface TableListed {
  table: string;
  game: string;
  stage: "gathering" | "over" | "paused" | "playing";
  seats: (string | null)[];
  options: Record<string, unknown>;
  pace: Pace;
  opened: number;
  yours: boolean;
  turn: boolean;
}

/** A table to be opened. `seats` says who takes each: `me`, a name for somebody at this device, a bot like `@fair`, `null` for empty. */
export interface NewTable {
  game: string;
  seats: (string | null)[];
  options?: Record<string, unknown>;
  pace?: Pace;
  undo?: boolean;
  listed?: boolean;
  ready?: boolean;
  salt?: string | null;
}

/** A table that was opened. Whoever is told the invitation may come; it is told once. */
export interface Opened {
  table: string;
  invitation: string;
}

/** A match file to be brought in. */
export interface Brought {
  file: string;
}

/** What a join link ends with. */
export interface Invitation {
  invitation: string;
}

/** What a viewer has been told. */
export interface History {
  heard: (Heard | HeardMove)[];
  seq: number;
}

/** What a viewer saw after an entry. */
export interface Moment {
  seq: number;
  scene: unknown;
}

/** A seat's own notes, as its game has them. */
export interface Notes {
  notes: unknown;
}

/** Why a request is not answered. */
export interface Problem {
  error: "busy" | "failed" | "foreign" | "full" | "malformed" | "missing" | "no such method" | "refused" | "stale" | "taken" | "too large" | "too many" | "unknown";
  reason: string;
  possible?: string[];
}

/** How the server is. */
export interface Health {
  ok: boolean;
  version: string;
  writing: boolean;
}
