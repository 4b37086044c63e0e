// Made from src/dragondune/server/wire by tools/protocol.py: change it there.

export type FactionName = "dwarves" | "elves" | "goblins" | "orcs";

export type Side = "attacker" | "defender";

export type Colour = "none" | "red" | "black";

export type SeatKind = "human" | "open" | "bot";

export type Status = "open" | "playing" | "over" | "unplayable";

export type Ends = "wins" | "loses" | "open";

export type TerritoryKind = "open" | "forest" | "castle";

export type PaceKind = "none" | "live" | "slow";

export type ReviewState = "none" | "waiting" | "working" | "done" | "failed";

export type ContractDeed = "offer" | "counter" | "accept" | "refuse" | "withdraw" | "end" | "preview";

/**
 * Standing orders: what is answered for me until I change them.
 *
 * `bid_limit`: pass every auction from this bid on; with `bid_for_me`, below it bid as little as is
 * needed, for each card. `lot`: the same for one card, or for
 * those of one turn; a limit of 0 passes. `no_aces_turn`: ask me nothing about aces
 * in this turn. `stop_hires`: which hires my aces stop. `quiet`: decisions that I am not asked for. The
 * answer is then to pass, but gold pays for a card (`pay`) and the best card is kept back (`keep`).
 */
export interface OrderSet {
  bid_limit: number | null;
  no_aces_turn: number | null;
  bid_for_me: boolean;
  lot: LotBid | null;
  stop_hires: StopHires | null;
  quiet: ("ask" | "chaos" | "council_turn" | "deny" | "disband" | "discard" | "dragon_acts" | "early_disband" | "emerge" | "hide" | "keep" | "lend" | "pay")[];
}

/**
 * How long a decision may take.
 *
 * `reserve`: seconds that each player has beside that, for the whole game. `weekends_off`: on Saturdays and
 * Sundays clocks stand still, by a clock `offset` minutes ahead of UTC. `vacation`: so they do for a player on vacation.
 */
export interface Pace {
  kind: PaceKind;
  seconds: number;
  reserve: number;
  weekends_off: boolean;
  offset: number;
  vacation: boolean;
}

/** Units of one faction in a territory. */
export interface Units {
  faction: FactionName;
  n: number;
  elite: number;
  hidden: boolean;
}

/** What lies in a territory. `walls` is null but for castles; `held`: who stands there alone. */
export interface Territory {
  gold: number;
  troll: boolean;
  dragon: boolean;
  walls: boolean | null;
  held: FactionName | null;
  units: Units[];
}

/** What the oracle predicted. */
export interface Prediction {
  winner: FactionName;
  castle: string;
  turn: number;
}

/** Where a faction's elite units are. */
export interface Elites {
  board: number;
  bank: number;
  graveyard: number;
}

/** What a listener knows of a faction. `order`: its place in this turn's player order. */
export interface FactionFacts {
  gold: number;
  board: number;
  hidden: number;
  bank: number;
  graveyard: number;
  elite: Elites;
  hand: number;
  hand_limit: number;
  ally: FactionName | null;
  castles: string[];
  castles_to_win: number;
  wins_with_ally: boolean;
  suit: string;
  order: number;
  deciding: boolean;
  known: string[];
  usurper: string | null;
  sabotage: string | null;
  prediction: Prediction | "?" | null;
}

/** What a seat holds itself. `aces`: what an ace is good for in this game. */
export interface OwnCards {
  faction: FactionName;
  hand: string[];
  usurper: string | null;
  sabotage: string | null;
  aces: string;
  kept: string[];
  seen_by: Partial<Record<FactionName, string[]>>;
}

/** The piles of cards. The last card of a discard pile lies on top. */
export interface Piles {
  artifacts: number;
  discard: number;
  discard_top: string | null;
  discards: string[];
  events: number;
  event_discard: string[];
  event_now: string[];
  next_event: string | null;
}

/** An artifact on sale, and how many more are sold after it. */
export interface Sale {
  card: string;
  bid: number;
  bidder: FactionName | null;
  left: number;
}

/** What a side has answered about its plan. */
export interface Answers {
  colour: Colour | null;
  number: number | null;
  value: number | null;
}

/** A battle plan that lies open. */
export interface PlanShown {
  units: number;
  elite: number;
  card: string | null;
  value: number;
}

/** The two cards of a treachery. */
export interface Betrayal {
  usurper: string | null;
  sabotage: string | null;
}

/** One part of a total: what it is for, and how much; an artifact that does not count is 0. */
export interface Points {
  what: string;
  points: number;
}

/**
 * A battle under way.
 *
 * A plan or a betrayal is null while there is none, and `?` when it is made and unseen; `totals`
 * are known once the plans lie open, and `sums` says what they are made of; `sizes`: units in a
 * plan that a contract shows to me.
 */
export interface Battle {
  attacker: FactionName;
  defender: FactionName;
  place: string;
  answers: Record<Side, Answers>;
  plans: Record<Side, PlanShown | "?" | null>;
  betrayals: Record<Side, Betrayal | "?" | false | null>;
  bonus: Record<Side, number>;
  totals: Record<Side, number | null>;
  sums: Record<Side, Points[]>;
  units: Record<Side, number>;
  sizes: Record<Side, number | null>;
  lent: boolean;
}

/** A clause of a contract. */
export interface Clause {
  text: string;
  debtor: FactionName | null;
  stage: string;
}

/**
 * A contract in force, or an offer of one.
 *
 * `contract_signed`: who has accepted an offer, or is willing to end a contract.
 */
export interface Contract {
  number: number;
  maker: FactionName | null;
  parties: FactionName[];
  agreed: FactionName[];
  turn: number;
  text: string;
  clauses: Clause[];
  words: string[];
}

/** Factions that stand in one territory and have a battle to fight there. */
export interface Meeting {
  place: string;
  factions: FactionName[];
}

/** Who wins when this turn ends: as things stand, or by winning the battles for `contested` castles. */
export interface Threat {
  winners: FactionName[];
  castles: number;
  needed: number;
  contested: string[];
}

/**
 * Where the game is heading, from what lies open.
 *
 * `default`: who wins if nobody has after the last turn; empty where the most castles win then.
 */
export interface Standing {
  battles: Meeting[];
  threats: Threat[];
  default: FactionName[];
}

/** A position as one listener sees it. */
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
  me: OwnCards | null;
  piles: Piles;
  sale: Sale | null;
  battle: Battle | null;
  contracts: Contract[];
  offers: Contract[];
  standing: Standing;
}

/**
 * Fields of a `GameView` that have changed; what is not here is as it was.
 *
 * `territories` has those that changed, each of them whole. `factions`, `me`, `piles`, `sale` and
 * `battle` have their changed fields; a field that is here is told whole. Where there was no sale or
 * battle before, all of its fields come.
 */
export interface ViewChanges {
  turn?: number;
  turns?: number;
  round?: number;
  first?: FactionName | null;
  dragon?: number | null;
  dragon_next?: number[];
  red_threat?: string | null;
  waiting?: FactionName[];
  over?: boolean;
  winners?: FactionName[];
  way?: string;
  territories?: Record<string, Territory>;
  factions?: Partial<Record<FactionName, Partial<FactionFacts>>>;
  me?: Partial<OwnCards>;
  piles?: Partial<Piles>;
  sale?: Partial<Sale> | null;
  battle?: Partial<Battle> | null;
  contracts?: Contract[];
  offers?: Contract[];
  standing?: Standing;
}

/**
 * A legal action: its line, and its parts by name where its kind has them.
 *
 * `n`: units in all, a bid, a number; `elite`: how many of `n`; `second`: of a split. Where some
 * open and some hidden units go together, `n` and `elite` count the open ones.
 */
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
  hidden?: boolean | "both";
  n_hidden?: number;
  elite_hidden?: number;
  topic?: string | null;
  colour?: Colour;
}

/**
 * What a seat has to decide.
 *
 * One that is `forced` has one action and is played by the server in a moment: draw it quietly and
 * ask for nothing; so is one that is `ordered`, which my standing orders answer. `plan`: it belongs
 * to my recruitment turn, which can be planned as a whole from here on. `worth`, at the step of battle
 * plans and in the order of the actions: my least and most total, the opponent's against it, and how
 * it ends, treachery aside. `homes`: the territories over which starting units are split, in the order
 * of a split's numbers; none at other steps.
 */
export interface Decision {
  step: string;
  rule: string;
  prompt: string;
  passing: string;
  opened: number;
  actions: Choice[];
  forced: boolean;
  ordered: boolean;
  plan: boolean;
  worth: [least: number, most: number, foe_least: number, foe_most: number, ends: Ends][] | null;
  homes: string[];
}

/** Why a planned action cannot be, and by which rule. */
export interface RefusedLine {
  rule: string;
  text: string;
}

/**
 * A decision of a planned turn, as it would come up.
 *
 * `chosen` is the planned action, null where the step would be passed; `refused`: why what was
 * planned is not possible any more; `windows`: who may stop it, or step in, before the turn goes on.
 */
export interface PlanStage {
  step: string;
  rule: string;
  prompt: string;
  passing: string;
  actions: Choice[];
  chosen: string | null;
  cost: number;
  refused: RefusedLine | null;
  windows: FactionName[];
}

/** Units that would stand open where the dragons can come next. */
export interface AtRisk {
  place: string;
  units: number;
}

/** Gold that can be given away at any time, and to whom. */
export interface Gifts {
  most: number;
  to: FactionName[];
}

/**
 * Where the learner of a lesson stands.
 *
 * `here`: the moment of that step has come; `asks`: it asks for a deed that can be done now;
 * `closes`: it ends of itself, and can be skipped; `word`: what the guide says to a deed that the
 * lesson could not use, and that was not played.
 */
export interface GuideState {
  at: number;
  here: boolean;
  asks: boolean;
  closes: boolean;
  word: string;
}

/**
 * Something that happened, with the fields of its kind besides: see events.md.
 *
 * `n` counts what this listener heard; `text` tells it in words; `places` are the territories it
 * speaks of.
 */
export type GameEvent = Told & {
  n: number;
  kind: string;
  text: string;
  places: string[];
  update: number;
  turn: number;
  round: number;
  important: boolean;
  secret: boolean;
};

/**
 * A seat of a table. `away`: a bot (`stand_in`) plays until the player is back.
 *
 * `asking`: somebody would like to sit here, and the host has not said yes; `reserved`: it is kept for
 * whoever had it before a rematch. `since`: when its player was last connected, in seconds since 1970;
 * `silent`: since when they have not answered a nudge, where that is long. `absent`: by either of these
 * the others may let a bot play, and `votes` of the `needed` agree. `left`: its player went on purpose; `resigned`: for good,
 * the seat is a bot's and the name theirs; `replaced`: the same, by the host.
 * `account`: whose seat it is, or was when it was given up; null for a guest's. `reserve`: seconds left beside
 * what each decision gives; `budget`: seconds left for the whole game, at a table of a
 * tournament; `paused`: until when its player is on vacation; `wanted`: somebody else may take it.
 */
export interface SeatInfo {
  seat: number;
  kind: SeatKind;
  name: string;
  bot: string | null;
  faction: FactionName | null;
  taken: boolean;
  online: boolean;
  away: boolean;
  asking: boolean;
  reserved: boolean;
  since: number | null;
  silent: number | null;
  absent: boolean;
  votes: number;
  needed: number;
  left: boolean;
  resigned: boolean;
  replaced: boolean;
  stand_in: string | null;
  account: string | null;
  reserve: number | null;
  budget: number | null;
  paused: number | null;
  wanted: boolean;
}

/** The lesson that a table gives, and the step that its learner has come to. */
export interface LessonPlace {
  name: string;
  step: number;
}

/**
 * What anyone may know of a table; the seed when the game is over.
 *
 * `host`: the seat that may let people in and send them away (`approval`: it has to say yes to each);
 * `why`: what keeps an unplayable table from being played; `next`: its rematch; `resting`: nobody
 * came for long, and it goes on when one of its players opens it; `origin`: the finished game and the
 * moment of it, as `table/moment`, from which it goes on, its secrets known to whoever looked there.
 * `patience`: for how many seconds one may be gone before the others can let a bot play. `rated`: the game
 * counts; `circle`: only friends of the host (`friends`), or a club by its id, may sit down; `cup`: its tournament.
 * `clock`: when whose time runs out, in seconds since 1970.
 */
export interface TableHeader {
  id: string;
  title: string;
  created: number;
  status: Status;
  why: string | null;
  edition: string;
  edition_title: string;
  options: string[];
  pace: Pace;
  public: boolean;
  contracts: boolean;
  hints: boolean;
  hotseat: boolean;
  approval: boolean;
  host: number | null;
  order: FactionName[];
  winners: FactionName[];
  next: string | null;
  commitment: string;
  seed: string | null;
  rules_version: number;
  lesson: LessonPlace | null;
  seats: SeatInfo[];
  turn: number;
  round: number;
  waiting: FactionName[];
  watchers: number;
  resting: boolean;
  origin: string | null;
  patience: number;
  rated: boolean;
  circle: string | null;
  cup: string | null;
  clock: Record<string, number>;
}

/**
 * Who a connection speaks for, and the highest number that it has used for a message.
 *
 * `votes`: the seats for which I agree that a bot plays.
 */
export interface You {
  seat: number;
  faction: FactionName | null;
  last_id: number;
  votes: number[];
}

/** What has changed for everyone alike: every listener is sent the same bytes of it. */
export interface CommonChanges {
  view?: ViewChanges;
  prompt?: string;
  clock?: Partial<Record<FactionName, number>>;
  events?: GameEvent[];
}

/** What has changed for this listener besides. Its `events`, where it has any, are all it hears. */
export interface OwnChanges {
  view?: ViewChanges;
  decision?: Decision | null;
  anytime?: Choice[];
  give?: Gifts | null;
  undo?: boolean;
  events?: GameEvent[];
  guide?: GuideState | null;
}

/** The first answer, and whenever somebody comes, goes or joins, at most once a second. */
export interface TableMessage {
  t: "table";
  header: TableHeader;
  you: You | null;
}

/**
 * The position after the latest action, and the events after update `since`.
 *
 * After a hello `since` may be later than what was seen: then the events between are to be asked for.
 * `anytime` and `give`: what may be done besides the decision; `undo`: may my last action be taken
 * back; `guide`: where the learner of a lesson stands; `clock`: when whose time runs out, in seconds since 1970.
 */
export interface UpdateMessage {
  t: "update";
  n: number;
  since: number;
  view: GameView;
  decision: Decision | null;
  prompt: string;
  anytime: Choice[];
  give: Gifts | null;
  undo: boolean;
  events: GameEvent[];
  clock: Partial<Record<FactionName, number>>;
  guide: GuideState | null;
}

/**
 * Update `n` as what it changed since update `n` - 1; for clients that said `protocol` 2.
 *
 * What stands in neither part is as it was; where there are no events, nothing was heard. Events are
 * numbered from 1 here: add the number of the last one heard. Whoever has not got update `n` - 1 asks
 * for the `whole`.
 */
export interface DeltaMessage {
  t: "delta";
  n: number;
  all: CommonChanges;
  own?: OwnChanges;
}

/** Message `id` was carried out; it may come before or after the update that it caused. */
export interface OkMessage {
  t: "ok";
  id: number | null;
  n: number;
}

/**
 * Message `id` was refused, and why; nothing has changed.
 *
 * `guide`: the rules allow it, but the lesson cannot use it.
 */
export interface NoMessage {
  t: "no";
  id: number | null;
  rule: string | null;
  text: string;
  guide: boolean;
}

/** The answer to `why`: it can be done. */
export interface YesMessage {
  t: "yes";
  id: number;
}

/** A line of talk. */
export interface ChatMessage {
  t: "chat";
  from: FactionName | null;
  seat: number;
  name: string;
  to: FactionName | null;
  text: string;
  at: number;
}

/**
 * Lines of talk in a row: the latest that I have not heard, after a hello; or those I asked for.
 *
 * `first` is the number of the first of them among those that I may hear, counted from 1.
 */
export interface TalkMessage {
  t: "talk";
  id: number | null;
  first: number;
  said: ChatMessage[];
}

/** A page of the events before the one that I asked about. */
export interface StoryMessage {
  t: "story";
  id: number;
  events: GameEvent[];
}

/** My standing orders. */
export interface OrdersMessage {
  t: "orders";
  orders: OrderSet;
}

/**
 * What I knew after update `n` of `of`, with the events of that update.
 *
 * `note`: the rules were changed since, and an earlier moment is shown instead.
 */
export interface PastMessage {
  t: "past";
  id: number;
  n: number;
  of: number;
  view: GameView;
  events: GameEvent[];
  note: string | null;
}

/** How the sentences of an offer were understood. */
export interface PreviewMessage {
  t: "preview";
  id: number;
  lines: string[];
}

/**
 * How my recruitment turn would go, as far as I can know, if nobody steps in.
 *
 * `territories` and `gold` are those after it; `empty`: where I stand now and would not then;
 * `risk`: my units that the dragons could burn; `whole`: nothing of the turn is left to decide.
 */
export interface PlanMessage {
  t: "plan";
  id: number;
  n: number;
  stages: PlanStage[];
  territories: Record<string, Territory>;
  gold: number;
  empty: string[];
  risk: AtRisk[];
  whole: boolean;
}

/** What the strong bot would do, and why; where `lesson` is true, the deed a lesson asks for. */
export interface HintMessage {
  t: "hint";
  id: number;
  action: string;
  text: string;
  lesson: boolean;
}

/** The guide of my lesson has moved, though nothing happened in the game. */
export interface GuideMessage {
  t: "guide";
  guide: GuideState;
}

/** Somebody reminds me that the table waits for me. */
export interface NudgeMessage {
  t: "nudge";
  seat: number;
  name: string;
  at: number;
}

/** Something a bot did for me: the update it happened in, and what I am told of it. */
export interface StandInLine {
  n: number;
  turn: number;
  text: string;
}

/**
 * What a bot decided for me between updates `began` and `ended`, when I am back.
 *
 * `quiet`: decisions more that nothing can be told of, such as to pass; `more`: lines left out, the
 * earliest.
 */
export interface StandInMessage {
  t: "stand_in";
  bot: string;
  began: number;
  ended: number;
  lines: StandInLine[];
  more: number;
  quiet: number;
}

/** I am here. */
export interface PongMessage {
  t: "pong";
  id: number;
}

/** Why something is refused, and by which rule. */
export interface Problem {
  rule: string | null;
  text: string;
}

/** The answer that is no; nothing has changed. */
export interface ErrorAnswer {
  error: Problem;
}

/**
 * An edition of the rules: its own options, and those of the house.
 *
 * A proposal is an edition that we propose: `base` is the one it changes, by the options `changes`.
 */
export interface EditionInfo {
  name: string;
  title: string;
  turns: number;
  options: string[];
  house: string[];
  base: string | null;
  changes: string[];
}

/** A rule that can be chosen. `nonsense`: in which edition it would mean nothing, and why. */
export interface GameOption {
  name: string;
  rule: string;
  group: string;
  title: string;
  sentence: string;
  editions: string[];
  excludes: string[];
  needs: string[];
  nonsense: Record<string, string>;
}

/**
 * Something that a table can set for its game: a number within bounds, or one of some words.
 *
 * `name=value` among a table's options sets it, or `name.faction=value` where it is a faction's.
 */
export interface HouseRule {
  name: string;
  title: string;
  by_faction: boolean;
  least: number;
  most: number;
  words: string[];
  usual: string[];
}

/** House rules of one kind. `usual` in them is what the edition says, for each faction in turn. */
export interface HouseRuleGroup {
  title: string;
  rules: HouseRule[];
}

/** What a table can be made of. Bots are listed weakest first. `people`: accounts can be had here. */
export interface ServerMeta {
  version: string;
  rules_version: number;
  credit: string;
  newest: string;
  factions: FactionName[];
  editions: EditionInfo[];
  options: GameOption[];
  bots: string[];
  papers: string[];
  people: boolean;
}

/** Something to choose when the game is printed, and what it means. */
export interface PrintValue {
  name: string;
  words: string;
}

/** A choice of one value; `name` is the parameter that it is asked by. */
export interface PrintChoice {
  name: string;
  usual: string;
  values: PrintValue[];
}

/** How the game can be printed: one value of each choice, and any of the parts. */
export interface PrintOrder {
  choices: PrintChoice[];
  parts: PrintValue[];
}

/** Where others in the network find this server; null if only this machine does. */
export interface Home {
  link: string | null;
}

/** A territory as it is drawn, and the event that happens there. */
export interface MapTerritory {
  id: string;
  number: number;
  kind: TerritoryKind;
  rects: [number, number, number, number][];
  neighbours: string[];
  griffins: boolean;
  orcish: boolean;
  event: string | null;
  event_gold: number;
  event_gold_first: number;
}

/** The board as data to draw. */
export interface BoardMap {
  size: number;
  lakes: [number, number, number, number][];
  territories: MapTerritory[];
}

/** What an option changes in a rule. */
export interface RuleChange {
  by: string;
  rule: string;
  text: string;
}

/** A rule as a game has it. */
export interface RuleText {
  id: string;
  title: string;
  text: string;
  ruling: boolean;
  see: string[];
  changed: RuleChange[];
}

/** A chapter of the rulebook. */
export interface Chapter {
  name: string;
  title: string;
  introduction: string;
  rules: RuleText[];
}

/** An option of a game, and what it says. */
export interface ChosenRule {
  name: string;
  rule: string;
  text: string;
}

/** The rulebook of one game, in reading order. */
export interface Book {
  edition: string;
  title: string;
  options: string[];
  chosen: ChosenRule[];
  chapters: Chapter[];
}

/** A sentence of a guide, and the rules it comes from. */
export interface GuideItem {
  text: string;
  rules: string[];
}

/** A section of a guide. */
export interface GuideSection {
  name: "ally" | "have" | "watch" | "win";
  title: string;
  items: GuideItem[];
}

/** What a faction has, how it wins and what to watch, in the rules of one game. */
export interface FactionGuide {
  faction: FactionName;
  edition: string;
  edition_title: string;
  title: string;
  line: string;
  sections: GuideSection[];
}

/** A lesson in the list of lessons, and how many steps it has. */
export interface LessonCard {
  name: string;
  title: string;
  about: string;
  minutes: number;
  seat: FactionName;
  edition: string;
  steps: number;
}

/** A moment that a step waits for: everything named here has to be so (docs/lessons.md). */
export interface LessonMoment {
  turn?: number;
  round?: number;
  step?: string;
  sale?: string;
  left?: number;
  place?: string;
  waits?: FactionName;
  event?: string;
  faction?: FactionName;
  contract?: boolean;
  over?: boolean;
}

/** One card of a lesson's guide: it is read, or it asks for a deed. */
export interface LessonStep {
  id: string;
  title: string;
  text: string;
  point: string[];
  rules: string[];
  when: LessonMoment;
  expect: string[];
  otherwise: string;
  until: LessonMoment;
}

/** A lesson with its steps: what the learner is told, and nothing of what the bots will do. */
export interface LessonText {
  name: string;
  title: string;
  about: string;
  minutes: number;
  seat: FactionName;
  edition: string;
  steps: LessonStep[];
}

/** The server's part of the shuffle of the table that is opened next. */
export interface Seal {
  commitment: string;
}

/** A seat, and the word that holds it. */
export interface SeatToken {
  seat: number;
  token: string;
}

/** A new table, and the seats that this device holds there. */
export interface MadeTable {
  table: string;
  tokens: SeatToken[];
  link: string;
}

/** A seat that was taken. */
export interface TakenSeat {
  table: string;
  seat: number;
  token: string;
}

/**
 * Who sat where, and what they had asked for.
 *
 * `resigned` or `replaced` (by the host): a bot played on for whoever has the name.
 */
export interface RecordSeat {
  faction: FactionName | null;
  wish: FactionName | null;
  kind: SeatKind;
  name: string;
  resigned: boolean;
  replaced: boolean;
}

/** A seat asked for a hint. */
export interface HintAsked {
  faction: FactionName;
  turn: number;
  round: number;
}

/**
 * What the record of a table opens after the end: all that it takes to check the deal.
 *
 * `held`: what each faction held at the end; `hints`: who asked for one, and when.
 */
export interface RecordOfTable {
  id: string;
  seats: RecordSeat[];
  commitment: string;
  seed: string;
  secret: string;
  salts: string[];
  winners: FactionName[];
  held: Partial<Record<FactionName, OwnCards>>;
  hints: HintAsked[];
}

/**
 * The whole record of a game after its end, as `Game.replay` reads it (docs/python.md).
 *
 * `actions`: seat and line; `chances`: the results of dice and shuffles; `start`: the position
 * where the game did not begin with set-up.
 */
export interface GameRecord {
  format: string;
  rules_version: number;
  edition: string;
  options: string[];
  contracts: boolean;
  seats: FactionName[];
  drawn: boolean;
  start: string;
  actions: [string, string][];
  chances: number[][];
  table: RecordOfTable;
}

/** Tables that wait for players, that can be watched, and at which I hold a seat. */
export interface TableList {
  open: TableHeader[];
  watchable: TableHeader[];
  mine: TableHeader[];
}

/** What has changed in the lobby: tables as they stand now, and the ids of those not listed any more. */
export interface LobbyNews {
  put: TableHeader[];
  gone: string[];
}

/** A page of what a seat heard before an event. */
export interface StoryPage {
  events: GameEvent[];
}

/** It is done. */
export interface Done {
  ok: true;
}

/** An action was played; `n` is the latest update. */
export interface ActDone {
  id: number;
  n: number;
  ok: true;
}

/** Chances by full information from a moment on, until the next; `spread` is the standard error. */
export interface ReviewPoint {
  at: number;
  turn: number;
  round: number;
  chances: Partial<Record<FactionName, number>>;
  spread: number;
}

/** A seat's chance by what it could know at a moment. */
export interface KnownPoint {
  at: number;
  chance: number;
  spread: number;
}

/** What changed the chances: luck (`seat` is null), or a seat's choice. */
export interface Swing {
  at: number;
  turn: number;
  round: number;
  seat: FactionName | null;
  text: string;
  change: Partial<Record<FactionName, number>>;
}

/** A decision, and what it cost by what its player knew. */
export interface ReviewedChoice {
  at: number;
  turn: number;
  round: number;
  seat: FactionName;
  played: string;
  cost: number;
  spread: number;
}

/** One of a seat's worst moments: what was played, what a strong bot would do, and why. */
export interface Mistake {
  at: number;
  turn: number;
  round: number;
  seat: FactionName;
  played: string;
  better: string;
  better_line: string;
  cost: number;
  spread: number;
  chance: number;
  better_chance: number;
  why: string[];
}

/** Something that is worth a look. */
export interface ReviewNote {
  at: number;
  turn: number;
  text: string;
}

/**
 * One seat's game: `luck`, `own` and `others` add up to the way from `start` to `end`.
 *
 * `cost` is what its own decisions gave away by what it knew, in `choices` decisions, `mistakes` of
 * them costly ones.
 */
export interface ReviewTotal {
  start: number;
  end: number;
  luck: number;
  own: number;
  others: number;
  cost: number;
  choices: number;
  mistakes: number;
}

/** The review of a finished game. Moments are counted in lines of its record. */
export interface GameReview {
  version: number;
  edition: string;
  options: string[];
  seats: FactionName[];
  winners: FactionName[];
  way: string;
  turns: number;
  moments: number;
  worlds: number;
  curve: ReviewPoint[];
  known: Partial<Record<FactionName, KnownPoint[]>>;
  turning: Swing[];
  luck: Swing[];
  choices: ReviewedChoice[];
  worst: Partial<Record<FactionName, Mistake[]>>;
  treachery: ReviewNote[];
  totals: Partial<Record<FactionName, ReviewTotal>>;
}

/** How a review stands: `done` of `whole` tasks, behind `ahead` others. */
export interface ReviewStatus {
  state: ReviewState;
  done: number;
  whole: number;
  ahead: number;
  trouble: string | null;
  review: GameReview | null;
}

/** A moment of a finished game, with every hand open: who played what, and what was told. */
export interface Frame {
  at: number;
  seat: FactionName | null;
  line: string;
  view: GameView;
  told: string[];
}

/** A lone player's chance to win by what they know, and its standard error. */
export interface LiveChance {
  n: number;
  chance: number;
  spread: number;
}

/** An account, as its owner is told of it. */
export interface OwnAccount {
  id: string;
  name: string;
  created: number;
}

/** Who this browser is signed in as; null for a guest. `passkeys`, `mail`: what can be used here. */
export interface Me {
  account: OwnAccount | null;
  passkeys: boolean;
  mail: boolean;
}

/** What the browser is asked, as WebAuthn has it in JSON; `ticket` comes back with its answer. */
export interface PasskeyOptions {
  options: unknown;
  ticket: string;
}

/** What a link would do. `fresh`: it makes an account, which wants a name. */
export interface LinkPlace {
  address: string;
  fresh: boolean;
}

/** A passkey, an address, or how many recovery codes are left. */
export interface WayIn {
  kind: string;
  id: string;
  label: string;
  made: number;
}

/** Recovery codes, told this once. */
export interface Codes {
  codes: string[];
}

/** Where an account is signed in. `here`: it is the one that asks. */
export interface VisitInfo {
  id: string;
  device: string;
  made: number;
  seen: number;
  here: boolean;
}

/** A seat that belongs to an account now. */
export interface Claimed {
  table: string;
  seat: number;
}

/** A sign on a territory, with a few words. */
export interface Mark {
  place: string;
  sign: "eye" | "flag" | "question" | "shield" | "sword";
  text: string;
}

/** Where I am told. `trouble`: why it was given up; null while it works. */
export interface TargetInfo {
  id: string;
  channel: "mail" | "push" | "webhook";
  name: string;
  shape: "discord" | "json" | "ntfy" | "slack" | null;
  made: number;
  trouble: string | null;
}

/**
 * What I am told, and where. `push_key`: what a browser subscribes with, where this server can push;
 * `addresses`: my e-mail addresses, where it sends mail.
 */
export interface TidingsInfo {
  wishes: TidingWishes;
  kinds: ("battle" | "bot" | "closed" | "move" | "nudge" | "offer" | "outbid" | "over" | "seat")[];
  channels: ("mail" | "push" | "webhook")[];
  targets: TargetInfo[];
  push_key: string | null;
  addresses: string[];
}

/** A table of mine. `turn`: it is my move there, until `deadline` where a clock runs. */
export interface MyTable {
  table: TableHeader;
  seat: number;
  turn: boolean;
  deadline: number | null;
}

/** `until`: when mine ends, where I am on vacation; `left`: days that I may still take this year. */
export interface Vacation {
  until: number | null;
  left: number;
}

/** My tables, the most urgent first; how many of them wait for me, and what I was not told as a target was given up. */
export interface MyTables {
  tables: MyTable[];
  waiting: number;
  vacation: Vacation;
  troubles: string[];
}

/** My notes at a table, and when they were changed. */
export interface OwnNotes {
  notes: Notes;
  changed: number;
}

/**
 * A rating: about `doubt` more or less. `provisional`: there were few games yet. `rank`: 0 where not listed.
 *
 * `account` is null where its owner does not show their profile to the one who asks.
 */
export interface Ranked {
  rank: number;
  account: string | null;
  name: string;
  rating: number;
  doubt: number;
  games: number;
  wins: number;
  provisional: boolean;
  me: boolean;
}

/** A bot on the same scale. `games`: by how many it was measured; 0: it is an estimate. */
export interface RankedBot {
  bot: string;
  rating: number;
  games: number;
}

/** Ratings of one edition and number of players, a page of them. `next`: where the page after it begins. */
export interface Leaderboard {
  pool: string;
  rows: Ranked[];
  bots: RankedBot[];
  mine: Ranked | null;
  next: string | null;
}

/** An edition and number of players in which there are ratings: `r9/4`. */
export interface PoolSize {
  pool: string;
  people: number;
}

/** A seat of a finished game. `change`: what it did to a rating, null where it did nothing. */
export interface Player {
  name: string;
  bot: string | null;
  account: string | null;
  faction: FactionName;
  won: boolean;
  gone: boolean;
  me: boolean;
  rating: number | null;
  change: number | null;
}

/** A finished game. `table` is null where the one who asks may not look at it. */
export interface PastGame {
  table: string | null;
  title: string;
  pool: string;
  ended: number;
  way: string;
  turns: number;
  rated: boolean;
  why: string;
  players: Player[];
}

/** Finished games of somebody, the latest first, a page of them. `next`: where the next page begins. */
export interface History {
  games: PastGame[];
  next: string | null;
}

/** How often, and how often it was won. */
export interface Tally {
  name: string;
  games: number;
  wins: number;
}

/** Somebody one has met: how often, and who won how often of these games. */
export interface Rival {
  account: string | null;
  name: string;
  games: number;
  mine: number;
  theirs: number;
}

/** A rating in one pool. */
export interface PoolRating {
  pool: string;
  rating: Ranked;
}

/** What somebody's games add up to. `sight` is told to its owner alone. */
export interface Profile {
  account: string;
  name: string;
  me: boolean;
  sight: "everybody" | "nobody" | "players" | null;
  games: number;
  wins: number;
  gone: number;
  ratings: PoolRating[];
  factions: Tally[];
  ways: Tally[];
  rivals: Rival[];
}

/** Somebody, and what they are: `friend`, `asked` (by me), `asking` (me), `muted`, `blocked`. */
export interface TieInfo {
  kind: string;
  account: string;
  name: string;
  since: number;
}

/** A club, and what I am in it: `owner`, `member`, `invited`, `asking`, or nothing. */
export interface ClubCard {
  id: string;
  name: string;
  role: string;
}

/** A table that somebody would like me to sit down at. */
export interface InvitationInfo {
  table: string;
  name: string;
  at: number;
}

/** Everybody I have to do with. `notices`: what moderators have to say to me. */
export interface Circle {
  ties: TieInfo[];
  clubs: ClubCard[];
  invitations: InvitationInfo[];
  moderator: boolean;
  notices: string[];
}

/** One of a club. */
export interface ClubMember {
  account: string;
  name: string;
  role: string;
}

/** A club. Its members and tables are told to those who are in it. */
export interface ClubInfo {
  id: string;
  name: string;
  about: string;
  role: string;
  size: number;
  members: ClubMember[];
  tables: TableHeader[];
}

/** A line of those who watch. */
export interface RemarkInfo {
  number: number;
  account: string;
  name: string;
  text: string;
  at: number;
}

/** A report, as moderators read it. */
export interface ReportInfo {
  id: string;
  at: number;
  reporter: string;
  about: string;
  name: string;
  table: string;
  text: string;
}

/** What was done, by whom, about whom; `until` is 0 where it does not last. */
export interface DeedInfo {
  at: number;
  moderator: string;
  name: string;
  what: string;
  until: number;
  why: string;
}

/** Reports that wait, and what was done lately. */
export interface ModeratorsDesk {
  reports: ReportInfo[];
  deeds: DeedInfo[];
}

/** A tournament in a list. */
export interface CupCard {
  id: string;
  title: string;
  state: "open" | "over" | "playing";
  created: number;
  edition: string;
  players: number;
  rounds: number;
  round: number;
  entries: number;
  starts: number;
}

/** Tournaments that can be entered, that are played, and the latest that are over; `more`: there are older ones. */
export interface CupList {
  open: CupCard[];
  playing: CupCard[];
  over: CupCard[];
  more: boolean;
}

/** One that is in a tournament. `salt`: what it brought to the seed, told once that is drawn. */
export interface CupEntry {
  number: number;
  name: string;
  bot: string | null;
  salt: string;
  gone: boolean;
  me: boolean;
}

/** A seat at a tournament's table; `number` below 0: a bot that fills it. `points`: null until it is over. */
export interface CupSeat {
  number: number;
  faction: string;
  points: number | null;
  forfeit: boolean;
}

/** A table of a round; `table`: where it is, empty for the moment until it is open. */
export interface CupTable {
  number: number;
  table: string;
  over: boolean;
  seats: CupSeat[];
}

/** A round; `byes`: the entries that sit out. */
export interface CupRound {
  number: number;
  byes: number[];
  tables: CupTable[];
}

/** An entry's place. `alone`: games won alone; `opponents`: the points of those it has met. */
export interface CupStanding {
  place: number;
  number: number;
  points: number;
  alone: number;
  opponents: number;
  forfeits: number;
  games: number;
  byes: number;
}

/**
 * A tournament as open data: everything that its draw and its standings follow from.
 *
 * `budget`: seconds that each player has for a game in all. `commitment` is the SHA-256 of `secret`, which is told with `seed` once the first round is drawn.
 */
export interface CupInfo {
  id: string;
  title: string;
  state: "open" | "over" | "playing";
  created: number;
  edition: string;
  players: number;
  rounds: number;
  round: number;
  pace: string;
  seconds: number;
  fill: string;
  starts: number;
  round_hours: number;
  round_began: number;
  budget: number;
  rated: boolean;
  mine: boolean;
  why: string;
  commitment: string;
  secret: string | null;
  seed: string | null;
  entries: CupEntry[];
  drawn: CupRound[];
  standings: CupStanding[];
  tie_breaks: string[];
}

/** The fields of an event, by its kind. */
export type Told =
  | { kind: "game_began"; players: number }
  | { kind: "placed"; faction: FactionName; place: string; units: number }
  | { kind: "troll_placed"; place: string }
  | { kind: "predicted"; faction: FactionName; winner: FactionName; castle: string; in_turn: number }
  | { kind: "prediction_sealed"; faction: FactionName; predicted: boolean }
  | { kind: "dragon_placed"; number: number; first: FactionName }
  | { kind: "dealt"; faction: FactionName; usurper: string; sabotage: string }
  | { kind: "got_card"; faction: FactionName; card: string }
  | { kind: "deck_reshuffled"; cards: number }
  | { kind: "turn_began"; number: number; first: FactionName }
  | { kind: "dragon_steered"; faction: FactionName; steps: number }
  | { kind: "carried"; faction: FactionName; source: string; target: string; units: number; card: string }
  | { kind: "dragon_die"; rolled: number }
  | { kind: "dragon_card"; card: string }
  | { kind: "dragon_moved"; number: number }
  | { kind: "gold_burnt"; place: string; gold: number }
  | { kind: "units_lost"; faction: FactionName; place: string; units: number; cause: "dragons" | "troll" | "red dragon" | "battle" }
  | { kind: "event_turned"; card: string }
  | { kind: "omen_turned"; card: string }
  | { kind: "red_dragon"; place: string | null }
  | { kind: "rode"; faction: FactionName; source: string; target: string; units: number }
  | { kind: "gold_placed"; place: string; gold: number }
  | { kind: "no_gold"; place: string }
  | { kind: "shown_event"; faction: FactionName; card: string }
  | { kind: "council_began" }
  | { kind: "council_ended" }
  | { kind: "proposed"; faction: FactionName; other: FactionName }
  | { kind: "refused"; faction: FactionName; other: FactionName }
  | { kind: "allied"; faction: FactionName; other: FactionName }
  | { kind: "alliance_broken"; faction: FactionName; other: FactionName }
  | { kind: "bidding_began"; cards: number }
  | { kind: "on_sale"; left: number }
  | { kind: "shown_sale"; faction: FactionName; card: string }
  | { kind: "bid"; faction: FactionName; gold: number }
  | { kind: "bid_passed"; faction: FactionName }
  | { kind: "unsold" }
  | { kind: "paid"; faction: FactionName; means: "gold" | "ace" | "right"; gold: number; card: string | null; receiver: FactionName | null }
  | { kind: "sold"; faction: FactionName; gold: number }
  | { kind: "second_card"; faction: FactionName }
  | { kind: "recruiting"; faction: FactionName }
  | { kind: "revived"; faction: FactionName; units: number; gold: number; card: string | null }
  | { kind: "disbanded"; faction: FactionName; place: string; units: number; gold: number; hidden: boolean }
  | { kind: "conscripted"; faction: FactionName; place: string; units: number }
  | { kind: "hire_announced"; faction: FactionName; place: string; units: number }
  | { kind: "hired"; faction: FactionName; place: string; units: number; gold: number; card: string | null }
  | { kind: "hire_stopped"; faction: FactionName }
  | { kind: "raised"; faction: FactionName; place: string; units: number; card: string | null }
  | { kind: "extended"; faction: FactionName; card: string }
  | { kind: "extra_move"; faction: FactionName; card: string | null }
  | { kind: "moved"; faction: FactionName; source: string; target: string; units: number; hidden: boolean }
  | { kind: "hid"; faction: FactionName; place: string; units: number; card: string | null }
  | { kind: "came_out"; faction: FactionName; place: string; units: number }
  | { kind: "stayed_hidden"; faction: FactionName; place: string; units: number }
  | { kind: "troll_left"; place: string }
  | { kind: "walls_broken"; faction: FactionName; place: string }
  | { kind: "honest_question"; faction: FactionName; other: FactionName; question: number }
  | { kind: "honest_answer"; faction: FactionName; question: number; yes: boolean }
  | { kind: "special_paid"; faction: FactionName; card: string }
  | { kind: "denied"; faction: FactionName; window: "question" | "red dragon" | "early disband" | "exchange" | "hiring"; other: FactionName; card: string }
  | { kind: "looked"; faction: FactionName; other: FactionName }
  | { kind: "hand_shown"; faction: FactionName; other: FactionName; cards: number }
  | { kind: "shown_card"; faction: FactionName; other: FactionName; card: string }
  | { kind: "battle_began"; attacker: FactionName; defender: FactionName; place: string }
  | { kind: "blessed"; faction: FactionName }
  | { kind: "asked"; faction: FactionName; other: FactionName; topics: ("colour" | "number" | "value")[]; card: string | null }
  | { kind: "answered"; faction: FactionName; topic: "colour" | "number" | "value"; answer: number }
  | { kind: "planned"; faction: FactionName }
  | { kind: "plan_made"; faction: FactionName; units: number; card: string | null }
  | { kind: "plan_shown"; faction: FactionName; units: number; card: string | null; elites: number }
  | { kind: "chaos"; faction: FactionName; place: string }
  | { kind: "lent"; faction: FactionName; usurper: string | null; sabotage: string | null }
  | { kind: "betrayed"; faction: FactionName; other: FactionName; usurper: string; sabotage: string }
  | { kind: "strength"; attacker: FactionName; attack: number; defender: FactionName; defence: number }
  | { kind: "battle_won"; winner: FactionName; loser: FactionName; place: string; treachery: boolean }
  | { kind: "battle_void"; attacker: FactionName; defender: FactionName; place: string }
  | { kind: "plundered"; faction: FactionName; other: FactionName }
  | { kind: "plundered_card"; faction: FactionName; other: FactionName; card: string }
  | { kind: "plunder_kept"; faction: FactionName }
  | { kind: "plunder_sold"; faction: FactionName; card: string; gold: number }
  | { kind: "income"; faction: FactionName; gold: number }
  | { kind: "collected"; faction: FactionName; place: string; gold: number }
  | { kind: "gave"; faction: FactionName; other: FactionName; gold: number }
  | { kind: "discarded"; faction: FactionName; card: string }
  | { kind: "decider_began"; tied: FactionName[]; ready: FactionName[] }
  | { kind: "game_won"; winners: FactionName[]; way: "three castles" | "allied castles" | "default" | "most castles" | "decider on the Great Mountain" | "first in player order" | "prediction" }
  | { kind: "offered"; faction: FactionName; offer: number; words: string }
  | { kind: "offer_accepted"; faction: FactionName; offer: number }
  | { kind: "offer_refused"; faction: FactionName; offer: number }
  | { kind: "offer_withdrawn"; faction: FactionName; offer: number }
  | { kind: "offer_lapsed"; offer: number }
  | { kind: "contract_signed"; contract: number; parties: FactionName[]; words: string }
  | { kind: "contract_end_wanted"; faction: FactionName; contract: number }
  | { kind: "contract_over"; contract: number; ending: "fulfilled" | "ended by all" | "lapsed" }
  | { kind: "contract_void"; faction: FactionName; contract: number; clause: number }
  | { kind: "contract_binds"; faction: FactionName; contract: number; clause: number }
  | { kind: "contract_paid"; faction: FactionName; other: FactionName; gold: number; contract: number; clause: number }
  | { kind: "contract_shown"; faction: FactionName; other: FactionName; contract: number; clause: number }
  | { kind: "contract_card"; faction: FactionName; other: FactionName; card: string }
  | { kind: "contract_no_card"; faction: FactionName; other: FactionName }
  | { kind: "contract_size"; faction: FactionName; other: FactionName; units: number }
  | { kind: "battles_forgone"; faction: FactionName; battles: number }
  | { kind: "said"; faction: FactionName; words: string }
  | { kind: "undone"; faction: FactionName }
  | { kind: "rules_changed"; words: string }
  | { kind: "hinted"; faction: FactionName }
  | { kind: "stand_in_began"; faction: FactionName; why: "clock" | "left" | "vote" | "host" }
  | { kind: "player_back"; faction: FactionName }
  | { kind: "resigned"; faction: FactionName }
  | { kind: "replaced"; faction: FactionName }
  | { kind: "substituted"; faction: FactionName };

/** Anything that comes over a table's socket. */
export type ServerMessage =
  | TableMessage
  | UpdateMessage
  | DeltaMessage
  | OkMessage
  | NoMessage
  | YesMessage
  | ChatMessage
  | TalkMessage
  | StoryMessage
  | OrdersMessage
  | PastMessage
  | PreviewMessage
  | PlanMessage
  | HintMessage
  | GuideMessage
  | NudgeMessage
  | StandInMessage
  | PongMessage;

/** Anything that a client may say there. */
export type ClientMessage =
  | { t: "hello"; token?: string | null; seen?: number; heard?: number; protocol?: number }
  | { t: "whole"; id?: number; seen?: number }
  | { t: "act"; id: number; action: string; n?: number | null }
  | { t: "plan"; id: number; do: "play" | "preview"; lines?: PlannedLine[]; n?: number | null }
  | { t: "why"; id: number; action: string }
  | { t: "undo"; id: number }
  | { t: "orders"; id: number; orders: OrderSet }
  | { t: "chat"; id: number; text: string; to?: FactionName | null }
  | { t: "contract"; id: number; do: ContractDeed; number?: number; lines?: string[] }
  | { t: "past"; id: number; n: number }
  | { t: "story"; id: number; before: number }
  | { t: "talk"; id: number; before: number }
  | { t: "hint"; id: number }
  | { t: "lesson"; id: number; do: "end" | "next"; step?: number }
  | { t: "back"; id?: number }
  | { t: "ping"; id?: number };

/** An action of a planned turn, and the step at which it is to be played. */
export interface PlannedLine {
  step: string;
  line: string;
}

/** Bid for me up to `limit` in `turn` alone: for the card after which `left` are sold, or for each. */
export interface LotBid {
  turn: number;
  left: number | null;
  limit: number;
}

/** Stop a hire with an ace where one of these hires `least` units or more; let others hire. */
export interface StopHires {
  against: FactionName[];
  least?: number;
}

/** Who is to sit there. */
export interface SeatWish {
  kind?: SeatKind;
  bot?: string | null;
  faction?: FactionName | null;
  name?: string | null;
}

/**
 * A table to be opened.
 *
 * `away_minutes`: how long a player may be gone before the others can let a bot play for them. Where the server
 * keeps accounts: `rated`, the game counts; `circle`, who may sit down: `friends`, the id of a club, or anybody.
 */
export interface NewTable {
  name?: string;
  title?: string;
  edition?: string;
  options?: string[];
  seats?: SeatWish[];
  pace?: Pace;
  public?: boolean;
  contracts?: boolean;
  hints?: boolean;
  hotseat?: boolean;
  approval?: boolean;
  away_minutes?: number | null;
  rated?: boolean;
  circle?: string;
  commitment?: string | null;
  salt?: string | null;
}

/** Sit down; `token` of the table before a rematch takes the same seat again. */
export interface Join {
  name?: string;
  seat?: number | null;
  token?: string | null;
  salt?: string | null;
}

/** Sit down to a lesson. */
export interface StartLesson {
  name?: string;
}

/** Play on from a moment of a finished game, on a seat of it, against bots. */
export interface ForkWish {
  at: number;
  seat: FactionName;
  name?: string;
  bot?: string | null;
}

/** Let bots take the free seats; the strongest where none is named. */
export interface FillSeats {
  bot?: string | null;
}

/** Once more, with the same people. */
export interface Rematch {
  token: string;
  commitment?: string | null;
  salt?: string | null;
}

/** What the keeper of the server does to a table; ``seat`` is for mute and unmute. */
export interface KeepTable {
  do: "close" | "delete" | "forget" | "mute" | "unmute";
  seat?: number;
}

/** An action over HTTP, for those who do not want a socket. */
export interface HttpAct {
  id: number;
  action: string;
  n?: number | null;
}

/** The first message over the lobby's socket: tokens of seats whose tables are to be told of too. */
export interface LobbyHello {
  tokens?: string[];
}

/** What the holder of a seat wants to be called. */
export interface Rename {
  name: string;
}

/** What the host decides about a seat. */
export interface HostDecision {
  seat: number;
  do: "approve" | "bot" | "remove";
}

/**
 * What somebody with a seat does about another who is awaited, or about their own seat.
 *
 * `nudge`, `vote` (that a bot plays for them) and `withdraw` (that vote) are about the `seat` of
 * another; `leave` (a bot plays until I say `back`) and `resign` (it does for good) are about my own,
 * and `bot` says which one is to play. `want`: somebody else may take my seat, or, where the host says
 * it of a `seat` that was given up, that one; `keep`: nobody may.
 */
export interface PeopleWish {
  do: "back" | "keep" | "leave" | "nudge" | "resign" | "vote" | "want" | "withdraw";
  seat?: number | null;
  bot?: string | null;
}

/** What an account is to be called. */
export interface AccountName {
  name: string;
}

/** A passkey is to be made: for the account that is signed in, or for a new one of this name. */
export interface NewPasskey {
  name?: string;
}

/** What the browser answered; `ticket` as it was handed out. */
export interface ShownPasskey {
  ticket: string;
  credential: Record<string, unknown>;
}

/** Send a link there: it signs in, makes an account, or adds the address to mine. */
export interface MailWish {
  address: string;
}

/** A link out of an e-mail; `name` for an account that it makes. */
export interface UsedLink {
  token: string;
  name?: string;
}

/** A recovery code, with or without its dashes. */
export interface UsedCode {
  code: string;
}

/**
 * What I want to be told. `zone`: a time zone such as `Europe/Berlin`, by which `quiet` names the
 * minutes of the day from when to when I hear nothing; `unheard`: what not by which channel, as `offer/mail`.
 */
export interface TidingWishes {
  zone?: string;
  quiet?: [number, number] | null;
  unheard?: string[];
}

/** Where else I am to be told. A browser gives `p256dh` and `auth` of its subscription; a webhook has a `shape`. */
export interface NewTarget {
  channel: "mail" | "push" | "webhook";
  address: string;
  shape?: "discord" | "json" | "ntfy" | "slack";
  p256dh?: string;
  auth?: string;
}

/** For how many days my clocks stand still from now on; 0: I am back. */
export interface VacationWish {
  days: number;
}

/** What a seat has noted for itself. */
export interface Notes {
  text?: string;
  marks?: Mark[];
}

/** The seat that somebody takes over. */
export interface TakeSeat {
  seat: number;
}

/** Who may see my name among the ratings, and my results: nobody, whoever is signed in, or everybody. */
export interface ProfileWish {
  sight: "everybody" | "nobody" | "players";
}

/** What I want to be to somebody, named by their account or by their name. */
export interface TieWish {
  do: "ask" | "block" | "end" | "mute" | "unblock" | "unmute";
  account?: string;
  name?: string;
}

/** Invite a friend, or somebody of a club of mine, to the table. */
export interface InvitationWish {
  account: string;
}

/** A club to be opened. */
export interface NewClub {
  name: string;
  about?: string;
}

/** What I want of a club: join or leave it; as its owner invite or let in, remove, or hand it over. */
export interface ClubWish {
  do: "hand" | "invite" | "join" | "leave" | "remove";
  account?: string;
  name?: string;
}

/** Something the moderators should know, about an account, and the table where it happened. */
export interface NewReport {
  about: string;
  text: string;
  table?: string;
}

/** What a moderator does about somebody, for how many days and why; `report` is closed by it. */
export interface Verdict {
  do: "dismiss" | "lift" | "rename" | "silence" | "suspend" | "warn";
  about: string;
  days?: number;
  why?: string;
  report?: string;
}

/** A line to those who watch. */
export interface RemarkText {
  text: string;
}

/**
 * A tournament to be opened.
 *
 * `pace` and `seconds`: the clock of every table. `fill`: the bot that fills tables where the number does not come
 * out even; without one there are byes. `starts`: when it begins by itself, in seconds since 1970; 0: when I say
 * so. `round_hours`: after which a round is ended.
 */
export interface NewCup {
  title: string;
  edition?: string;
  players?: number;
  rounds?: number;
  pace?: "live" | "slow";
  seconds?: number;
  fill?: string;
  starts?: number;
  round_hours?: number;
}

/** Enter a tournament or withdraw; as its organiser enter a bot, begin, or cancel it. */
export interface CupWish {
  do: "begin" | "bot" | "cancel" | "enter" | "withdraw";
  salt?: string | null;
  bot?: string;
}
