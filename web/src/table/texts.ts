// The words of deciding: standing orders and the plan of a recruitment turn.
import { capital } from "../lib/texts";
import type { Orders } from "../types";

type Quiet = Orders["quiet"][number];

export const D = {
  ordersAbout:
    "Standing orders answer for you until you change them. Nobody can tell: the answers take as long as yours would.",
  auctions: "Auctions",
  askMe: "Ask me",
  passAbove: "Pass when it costs more than",
  bidUpTo: "Bid for me on each card, up to",
  quietTitle: "Do not ask me",
  stopTitle: "Use an ace to stop hiring by",
  stopLeast: "of at least this many units",
  always: "Use these in all my games",
  alwaysTip: "Saved in this browser and used whenever you sit down at a table",
  answersThis: "Your standing orders answer this.",
  inForce: "Standing orders",
  lot: (n: number) => `Up to ${n} for this card`,
  each: (n: number) => `Up to ${n} for each card`,
  proxyTip: "Bids no more than it has to, and passes beyond your limit",
  eachTip: "For every card of this turn: bids no more than it has to, and passes beyond your limit",
  notThis: "Pass for this card",
  notThisTip: "You will not be asked about this card again, whoever bids",
  noMore: "Pass for this turn",
  noMoreTip: "You will not be asked about any more cards this turn",
  never: (short: string) => `From now on: ${short}`,
  neverTip: "A standing order: you are not asked this again until you change it under Orders",
  aceBid: "Pay with an ace: bid above my gold",
  chooseFirst: "Choose an artifact and how many units fight.",

  planTitle: "Your recruitment turn",
  planAbout: "Plan your turn, then confirm it once.",
  confirmTurn: "Play this turn",
  confirmNothing: "Do nothing this turn",
  confirmNoMore: "Do nothing more this turn",
  clearPlan: "Start over",
  goldAfter: (before: number, after: number) =>
    before === after ? `${after} gold` : `${before} → ${after} gold`,
  costs: (n: number) => (n > 0 ? `${n} gold` : n < 0 ? `+${-n} gold` : "free"),
  nothing: "nothing",
  takeOut: (what: string) => `Take back: ${what}`,
  leftEmpty: (places: string) => `Left empty: ${places}`,
  risk: (places: string) => `The dragons could burn: ${places}`,
  window: (who: string) => `${capital(who)} may step in here.`,
  reconsider: "Something happened in between: check the rest of your turn.",
  stepByStep: "Step by step",
  wholeTurn: "Plan the whole turn",
  undecided: "The highlighted step has to be decided too.",

  fromThem: (who: string) => `The ${who} would give you:`,
  fromYou: "You would give them:",
  noGain: "Nothing in particular.",

  openAuction: "Everyone at this screen may look on: no cards are shown.",
  openTurn: (who: string) => `${who}: your turn`,
  alone: "Let me decide alone",
};

/** What can be left to the usual answer, several steps at once where they belong together. */
export const QUIET: { steps: Quiet[]; words: string; short: string }[] = [
  { steps: ["discard"], words: "to discard cards: I keep them", short: "no discards" },
  { steps: ["disband", "early_disband"], words: "to disband units", short: "no disbanding" },
  { steps: ["deny"], words: "to stop others with an ace", short: "aces stop nothing" },
  { steps: ["hide", "emerge"], words: "to hide units or bring them out", short: "no hiding" },
  { steps: ["council_turn"], words: "about alliances", short: "no alliances" },
  { steps: ["pay"], words: "how I pay: with gold", short: "pay in gold" },
  { steps: ["keep"], words: "which card I keep secret: my best", short: "keep the best secret" },
  {
    steps: ["dragon_acts", "chaos", "lend"],
    words: "about dragons, the chaos monster, an ally’s treachery",
    short: "leave dragons be",
  },
];

export const STAGE: Record<string, string> = {
  revive: "Graveyard",
  early_disband: "Disband first",
  conscript: "Conscripts",
  hire: "Recruit",
  move: "Move",
  disband: "Disband",
  hide: "Hide?",
  status: "Come out?",
  lose: "Losses",
  spend: "Pay",
};
