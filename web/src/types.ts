// What the server sends, as docs/protocol.md has it.
import type { Rect } from "./board/shape";

export type FactionName = "dwarves" | "elves" | "goblins" | "orcs";

export interface MapTerritory {
  id: string;
  number: number;
  kind: "open" | "forest" | "castle";
  rects: Rect[];
  neighbours: string[];
  griffins: boolean;
  orcish: boolean;
  event: { card: string; gold: number } | null;
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
  walls: boolean;
  units: Units[];
}

export interface FactionFacts {
  gold: number;
  board: number;
  hidden: number;
  bank: number;
  graveyard: number;
  hand: number;
  known: string[];
  ally: FactionName | null;
  castles: string[];
  usurper: string;
  sabotage: string;
  order: number;
  deciding: boolean;
}
export interface Sale {
  card: string;
  bid: number;
  bidder: FactionName | null;
  left: number;
}
export interface PlanShown {
  made: boolean;
  n: number | null;
  elite: number | null;
  card: string | null;
}
export interface Battle {
  attacker: FactionName;
  defender: FactionName;
  place: string;
  answers: Partial<Record<FactionName, { colour?: string; number?: number; value?: string | number }>>;
  plans: Partial<Record<FactionName, PlanShown | null>>;
  strength: Partial<Record<FactionName, number>> | null;
}
export interface Contract {
  id: number;
  parties: FactionName[];
  sentences: string[];
  enforced?: boolean;
  by?: FactionName;
  agreed?: FactionName[];
  ending?: FactionName[];
  [more: string]: unknown;
}
export interface GameView {
  turn: number;
  turns: number;
  round: number;
  first: FactionName | null;
  dragon: number;
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
    usurper: string;
    sabotage: string;
    seen_by: Partial<Record<FactionName, string[]>>;
  } | null;
  piles: {
    artifacts: number;
    discard: number;
    discard_top: string | null;
    events: number;
    event_discard: string[];
    next_event: string | null;
  };
  sale: Sale | null;
  battle: Battle | null;
  contracts: Contract[];
  offers: Contract[];
}
export interface Choice {
  line: string;
  kind: string;
  n?: number;
  elite?: number;
  from?: string;
  to?: string;
  card?: string;
  who?: string;
  amount?: number;
  hidden?: boolean;
  [more: string]: unknown;
}
export interface Decision {
  step: string;
  rule: string;
  prompt: string;
  actions: Choice[];
  anytime: Choice[];
  give: { most: number } | null;
  forced: boolean;
}
export interface GameEvent {
  n: number;
  kind: string;
  text: string;
  faction: FactionName | null;
  places: string[];
  cards: string[];
  round: number;
  turn: number;
  secret: boolean;
}
export interface ChatLine {
  from: string;
  to: string | null;
  text: string;
  at: string;
}
export interface SeatInfo {
  faction: FactionName | null;
  kind: "human" | "open" | "bot";
  bot?: string | null;
  name: string;
  online: boolean;
}
export interface TableHeader {
  id: string;
  name: string;
  edition: string;
  options: string[];
  seats: SeatInfo[];
  status: string;
  turn: number;
  round: number;
  [more: string]: unknown;
}
