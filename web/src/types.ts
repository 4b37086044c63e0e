// What the server sends, as docs/protocol.md has it.
import type { Rect } from "./board/shape";

export type FactionName = "dwarves" | "elves" | "goblins" | "orcs";
export type Side = "attacker" | "defender";

export interface MapTerritory {
  id: string;
  number: number;
  kind: "open" | "forest" | "castle";
  rects: Rect[];
  neighbours: string[];
  griffins: boolean;
  orcish: boolean;
  event: string | null;
  event_gold: number;
  event_gold_first: number;
}
export interface BoardMap {
  size: number;
  territories: MapTerritory[];
  lakes: Rect[];
}
export interface Units {
  faction: FactionName;
  n: number;
  elite: number;
  hidden: boolean;
}
export interface Territory {
  gold: number;
  troll: boolean;
  dragon: boolean;
  walls: boolean | null;
  held: FactionName | null;
  units: Units[];
}
export interface Prediction {
  winner: FactionName;
  castle: string;
  turn: number;
}
export interface FactionFacts {
  gold: number;
  board: number;
  hidden: number;
  bank: number;
  graveyard: number;
  elite: { board: number; bank: number; graveyard: number };
  hand: number;
  hand_limit: number;
  known: string[];
  ally: FactionName | null;
  castles: string[];
  castles_to_win: number;
  usurper: string | null;
  sabotage: string | null;
  suit: string;
  order: number;
  prediction: "?" | Prediction | null;
  deciding: boolean;
}
export interface Sale {
  card: string;
  bid: number;
  bidder: FactionName | null;
  left: number;
}
export interface PlanShown {
  units: number;
  elite: number;
  card: string | null;
  value: number;
}
export interface Answers {
  colour: "none" | "red" | "black" | null;
  number: number | null;
  value: number | null;
}
export interface Battle {
  attacker: FactionName;
  defender: FactionName;
  place: string;
  answers: Record<Side, Answers>;
  plans: Record<Side, PlanShown | "?" | null>;
  betrayals: Record<Side, { usurper: string | null; sabotage: string | null } | "?" | false | null>;
  bonus: Record<Side, number>;
  totals: Record<Side, number | null>;
  units: Record<Side, number>;
  lent: boolean;
}
/** A contract in force, or an offer of one. */
export interface Contract {
  number: number;
  maker: FactionName | null;
  parties: FactionName[];
  agreed: FactionName[];
  turn: number;
  text: string;
  words: string[];
  clauses: { text: string; debtor: FactionName; stage: string }[];
}
export interface GameView {
  turn: number;
  turns: number;
  round: number;
  first: FactionName | null;
  dragon: number | null;
  dragon_next: number[];
  red_threat: string | null;
  waiting: FactionName[];
  over: boolean;
  winners: FactionName[];
  way: string;
  territories: Record<string, Territory>;
  factions: Partial<Record<FactionName, FactionFacts>>;
  me: {
    faction: FactionName;
    hand: string[];
    usurper: string | null;
    sabotage: string | null;
    /** What an ace is good for in this game. */
    aces: string;
    kept: string[];
    seen_by: Partial<Record<FactionName, string[]>>;
  } | null;
  piles: {
    artifacts: number;
    discard: number;
    discard_top: string | null;
    discards: string[];
    events: number;
    event_discard: string[];
    event_now: string[];
    next_event: string | null;
  };
  sale: Sale | null;
  battle: Battle | null;
  contracts?: Contract[];
  offers?: Contract[];
}
export interface Choice {
  line: string;
  kind: string;
  n?: number;
  second?: number;
  elite?: number;
  from?: string;
  to?: string;
  castle?: string;
  card?: string | null;
  sabotage?: string | null;
  who?: FactionName | null;
  hidden?: boolean;
  topic?: string;
  colour?: string;
}
export interface Decision {
  step: string;
  rule: string;
  prompt: string;
  opened: number;
  actions: Choice[];
  forced: boolean;
  /** At the step of plans, for each action: my least and most total, theirs, and how it ends. */
  worth: [number, number, number, number, "wins" | "loses" | "open"][] | null;
}
export interface Gifts {
  most: number;
  to: FactionName[];
}
export interface Orders {
  bid_limit: number | null;
  no_aces_turn: number | null;
}
export interface GameEvent {
  n: number;
  kind: string;
  text: string;
  faction: FactionName | null;
  factions: FactionName[];
  places: string[];
  cards: string[];
  numbers: number[];
  update: number;
  turn: number;
  round: number;
  important: boolean;
  secret: boolean;
}
export interface ChatLine {
  from: FactionName | null;
  seat: number;
  name: string;
  to: FactionName | null;
  text: string;
  at: number;
}
export interface SeatInfo {
  seat: number;
  faction: FactionName | null;
  kind: "human" | "open" | "bot";
  bot: string | null;
  name: string;
  taken: boolean;
  online: boolean;
  away: boolean;
}
export interface TableHeader {
  id: string;
  title: string;
  created: number;
  status: "open" | "playing" | "over" | "unplayable";
  resting: boolean;
  why: string | null;
  edition: string;
  edition_title: string;
  options: string[];
  pace: { kind: "none" | "live" | "slow"; seconds: number };
  public: boolean;
  contracts: boolean;
  hints: boolean;
  hotseat: boolean;
  order: FactionName[];
  winners: FactionName[];
  next: string | null;
  commitment: string;
  seed: string | null;
  seats: SeatInfo[];
  turn: number;
  round: number;
  waiting: FactionName[];
  watchers: number;
  lesson: { name: string; step: number } | null;
}
export interface GameOption {
  name: string;
  rule: string;
  group: string;
  title: string;
  sentence: string;
  excludes: string[];
  needs: string[];
}
export interface Meta {
  version: string;
  newest: string;
  credit: string;
  editions: { name: string; title: string; turns: number; options: string[]; house: string[] }[];
  options: GameOption[];
  handicaps: { name: string; least: number; most: number; title: string }[];
  bots: string[];
  papers?: string[];
}
