// Every word of the interface that the server does not send, in one place, ready for other languages.
import type { Choice, Decision, FactionFacts, FactionName } from "../types";

export const FACTIONS: Record<FactionName, { name: string; one: string }> = {
  dwarves: { name: "Dwarves", one: "Dwarf" },
  elves: { name: "Elves", one: "Elf" },
  goblins: { name: "Goblins", one: "Goblin" },
  orcs: { name: "Orcs", one: "Orc" },
};
export const the = (faction: FactionName) => `the ${FACTIONS[faction].name}`;
export const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);
export const listed = (words: string[]) =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
export const units = (n: number, elite = 0) =>
  `${n} unit${n === 1 ? "" : "s"}${elite ? ` (${elite} elite)` : ""}`;
export const gold = (n: number) => `${n} gold`;

export const ROUNDS = [
  "Set-up",
  "Dragon",
  "Event",
  "Bidding",
  "Recruitment",
  "Battle",
  "Collection",
  "Victory",
];
export const ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII"];
export const ROUND_HELP = [
  "Everyone sets up.",
  "The wild dragons fly, and burn what stands in the open on their way.",
  "Event cards bring gold, the Red Dragon and the Great Council.",
  "Artifacts are sold by auction.",
  "In turn: graveyard, conscripts, mercenaries, one movement.",
  "Units that meet fight, with secret plans.",
  "Gold is collected; unwanted artifacts are discarded.",
  "Whoever holds enough castles wins.",
];
export const BOTS: Record<string, { name: string; about: string }> = {
  random: { name: "Wanderer", about: "plays anything legal" },
  steward: { name: "Steward", about: "plays by rules of thumb" },
  warlord: { name: "Warlord", about: "thinks ahead" },
  network: { name: "Network", about: "plays what it has learned, without thinking ahead" },
  beginner: { name: "Beginner", about: "new to the game, often misses the best move" },
  casual: { name: "Casual", about: "knows the game, but makes mistakes" },
  skilled: { name: "Skilled", about: "plays well by experience" },
  expert: { name: "Expert", about: "experienced, and thinks a little ahead" },
  champion: { name: "Champion", about: "the strongest: tries out every idea first" },
};
// Measured strengths, the weakest first; the other bots play by rules of their own.
export const LEVELS = ["beginner", "casual", "skilled", "expert", "champion"];
export const USUAL_LEVEL = "casual";
/** The bots of a server as a person chooses among them: levels, then the others. */
export const botGroups = (known: string[]) =>
  [
    { title: T.levels, bots: LEVELS.filter((one) => known.includes(one)) },
    { title: T.otherBots, bots: known.filter((one) => !LEVELS.includes(one)) },
  ].filter((group) => group.bots.length);
export const usualBot = (known: string[]) =>
  known.includes(USUAL_LEVEL) ? USUAL_LEVEL : (known.at(-1) ?? "");
/** Options that change rules; `title=…` only names them. */
export const isRule = (option: string) => !option.startsWith("title=");
export const bot = (id: string | null) => BOTS[(id ?? "").split(":")[0]!]?.name ?? id ?? "Bot";

export const T = {
  title: "Dragon Dune",
  tagline: "Auctions, secret battles, treachery and binding contracts, for two to four players.",
  credit: "Dragon Dune is a game by Vincent von Guard, CC BY-SA 4.0.",
  playAtOnce: "Play right away",
  playAtOnceAbout:
    "You and three bots, with the rules of the 9th Revision. No account, nothing to read first: the table offers only legal moves, and tells you the rule whenever something is not allowed.",
  quickStart: "Play now against three bots",
  newTable: "New table",
  openTable: "Open the table",
  tables: "Tables",
  yours: "Yours",
  open: "Open: take a seat",
  toWatch: "To watch",
  noneYours: "You have not joined a table yet.",
  noneOpen: "No table is waiting for players.",
  noneWatch: "No public games right now.",
  showMore: "Show more",
  showMoreOf: (title: string) => `Show more: ${title}`,
  sitDown: "Sit down",
  letIn: "Let in",
  sendAway: "Send away",
  freeSeat: "Free this seat",
  asksForSeat: "asks for this seat",
  keptFor: (name: string) => `kept for ${name}, who played here before`,
  approval: "I decide who sits down",
  watch: "Watch",
  goOn: "Continue",
  yourMove: "your move",
  youWon: "you won",
  name: "Your name",
  account: "Account",
  people: "People",
  mutedLine: "(muted)",
  guest: "Guest",
  aBot: (name: string) => `${name} (a bot)`,
  edition: "Edition",
  pace: "Pace",
  until: (time: string) => ` until ${time}`,
  seatFree: "A seat is free",
  paces: {
    none: "No clock",
    live: "Live: 1 minute per decision",
    live3: "Live: 3 minutes per decision",
    slow: "By correspondence: a day per decision",
    slow3: "By correspondence: three days per decision",
  },
  players: "Players",
  tableTitle: "Name of the table",
  seats: "Seats",
  you: "You",
  here: "On this device",
  friend: "Open for a friend",
  isBot: "Bot",
  levels: "Levels",
  otherBots: "Others",
  anyFaction: "any faction",
  seatWho: (i: number) => `Seat ${i}: who`,
  seatLevel: (i: number) => `Seat ${i}: level of the bot`,
  seatFaction: (i: number) => `Seat ${i}: faction`,
  listedForAll: "Listed publicly",
  byLink: "otherwise friends join by link",
  withContracts: "Binding contracts",
  withHints: "Hints allowed",
  optionsHead: "Options",
  optionsAbout: "Leave them all off to play the game as printed.",
  house: "house rule in this edition",
  houseRules: "House rules: numbers and powers",
  needs: (titles: string) => `needs ${titles}`,
  turnOf: (turn: number, turns: number) => `Turn ${turn} of ${turns}`,
  beforeFirst: "Set-up",
  rules: "Rules",
  print: "Print and play, as PDF",
  printHow: "more choices …",
  printTip:
    "Board, tokens, cards, faction sheets and the rulebook of exactly this game, to print and cut",
  rulesTip: "The rulebook of this game (key R)",
  settings: "Settings",
  theme: "Dark",
  motion: "Animations",
  sound: "Sounds",
  yourTurn: "Your turn",
  waiting: "Please wait",
  undo: "Take back",
  undoTip: "Take back my last choice (key U)",
  hint: "Hint",
  hintTip: "Suggest a choice and say why",
  hintSays: (text: string, why: string) => `Try this: ${text}. ${why}`,
  lessonSays: (text: string, why: string) => `In this lesson: ${text}. ${why}`,
  honestWhom: "Ask an honest question of …",
  honestWhat: "… what?",
  askIt: "Ask",
  whom: "Whom",
  less: "one less",
  more: "one more",
  most: "all",
  turn: "Turn",
  yourBid: "Your bid",
  bid: (n: number) => `Bid ${n}`,
  onSale: "On sale",
  noBid: "no bid yet",
  highBid: (who: string, n: number) => `${who} bid ${n}`,
  moreAfter: (n: number) => (n === 0 ? "the last one" : `${n} more after it`),
  plan: (n: number, card: string | null) =>
    `Send ${units(n)} ${card ? `with ${card}` : "and no artifact"}`,
  knownCards: "You know of their hand",
  gameOver: "The game is over",
  story: "The story of this game",
  rematch: "Rematch",
  joinRematch: "Join the rematch",
  lost: "The connection was lost. Look at the table before you try again.",
  reconnecting: "Connection lost; trying again …",
  unrolling: "Unrolling the map …",
  watching: "You are watching.",
  byItself: "Only one thing is possible here, so the game goes on by itself.",
  nothingNow: "Nothing for you to decide right now.",
  first: "1st",
  firstTip: "First player of this turn",
  acts: "acts",
  actsTip: "Has to decide now",
  toAct: ", to act",
  offline: "not connected",
  standIn: "A bot stands in until they are back",
  stoodIn: "Your time ran out, so a bot plays for you.",
  allied: (who: string) => `allied with the ${who}`,
  alliedWith: "allied with the",
  predicted: "predicted",
  predictionMade: "A prediction was made",
  inTurn: (turn: number) => `turn ${turn}`,
  timeLeft: "Time left for this decision",
  goldWord: "Gold",
  boardWord: "Board",
  bankWord: "Bank",
  gravesWord: "Graves",
  cardsWord: "Cards",
  castlesWord: "Castles",
  factGold: "Gold in the purse",
  factBoard: (hidden: number, elite: number) =>
    `Units on the board${hidden ? `, and ${hidden} hidden` : ""}${elite ? `; ${elite} of them elite` : ""}`,
  factBank: (elite: number) =>
    `Units in the bank, to be recruited${elite ? `; ${elite} of them elite` : ""}`,
  factGraves: (elite: number) => `Units in the graveyard${elite ? `; ${elite} of them elite` : ""}`,
  factsOf: (name: string, who: string, facts: FactionFacts) =>
    `${name} (${who}): ${gold(facts.gold)}, ${units(facts.board + facts.hidden, facts.elite.board)} on the board${facts.hidden ? `, ${facts.hidden} of them hidden` : ""}, ${facts.bank} in the bank, ${facts.graveyard} in the graveyard, ${facts.hand} of at most ${facts.hand_limit} artifacts, ${facts.castles.length ? `castles ${facts.castles.join(" ")}` : "no castle"}`,
  factHand: (most: number) => `Artifacts in hand, of at most ${most}`,
  factCastles: (held: string, needed: number) =>
    `Castles held alone (${held || "none"}); ${needed === 4 ? "four together with their ally" : "three"} at the end of a turn win`,
  peoples: "Factions",
  piles: "Piles",
  pileArtifacts: "Artifacts",
  pileArtifactsTip: "Artifact cards still to come",
  pileDiscard: "Discard",
  pileDiscardTip: (n: number, cards: string[]) =>
    `Artifact discard, ${n} ${n === 1 ? "card" : "cards"}${cards.length ? `, the last on top: ${cards.join(" ")}` : ""}`,
  pileEvents: "Events",
  pileEventsTip: "Event cards still to come",
  pileEvent: "Event",
  pileEventTip: "The latest event: where the Red Dragon would come down",
  pileGone: "Past",
  pileGoneTip: "Events that have happened, the first of them first",
  pileNext: "Next",
  pileNextTip: "You have seen the next event card",
  cards: "Your cards",
  usurper: "usurper",
  noCards: "no artifacts",
  record: "Record",
  talk: "Talk",
  nudge: (talk: number, offers: number) =>
    [talk ? `Talk ${talk}` : "", offers ? `Offer ${offers}` : ""].filter(Boolean).join(" · "),
  contracts: "Contracts",
  inForce: "Contracts in force",
  lookAt: "Look at the cards of",
  orders: "Orders",
  table: "Table",
  nobodySpoke: "Nobody has said anything yet. Talk, bargain, threaten.",
  say: "Say something",
  send: "Send",
  toAll: "to all",
  toOne: (who: string) => `to ${who}`,
  noAces: "Do not ask me about aces this turn",
  saved: "Saved.",
  gift: "Give gold",
  giftAbout: "Gold changes hands at once and for good.",
  giveIt: (n: number, who: string) => `Give ${n} gold to ${who}`,
  given: (n: number, who: string) => `${who[0]!.toUpperCase()}${who.slice(1)} have your ${n} gold.`,
  noGift: "You have no gold to give now.",
  lookBack: (n: number, of: number) => `Move ${n} of ${of}: what you knew then.`,
  now: "Back to now",
  stepThrough: "Step through the game",
  linkMoment: "Copy a link to this moment",
  copied: "Copied.",
  passDevice: (who: string) => `Pass the device to ${who}`,
  passAbout: "Nobody else should look now.",
  iAm: (who: string) => `I am ${who}: show my cards`,
  paceOf: (kind: string, seconds: number) =>
    kind === "none" || !seconds
      ? "no clock"
      : seconds < 7200
        ? `${seconds % 60 ? `${seconds} seconds` : seconds === 60 ? "a minute" : `${seconds / 60} minutes`} per decision`
        : seconds % 86400
          ? `${Math.round(seconds / 3600)} hours per decision`
          : seconds === 86400
            ? "a day per decision"
            : `${seconds / 86400} days per decision`,
  optionCount: (n: number) => (n === 0 ? "" : n === 1 ? "1 option" : `${n} options`),
  finished: "Finished",
  look: "Look back",
  waitingRoom: "Waiting for players",
  fillWithBots: "Let bots take the free seats",
  botLevel: "Level of the bots",
  fillAbout: "The game begins at once.",
  leaveTable: "Leave this table",
  seatLink: "Copy the link to my seat",
  seatLinkAbout:
    "For your other devices. Anyone who has this link can play for you, so keep it to yourself.",
  waitingAbout: "The game begins when every seat is taken.",
  share: "Send your friends this link",
  onlyHere:
    "This link works on this machine only. To let friends on your network join, start the server with “--host 0.0.0.0”.",
  copy: "Copy",
  free: "free",
  commitmentAbout:
    "The server has fixed its part of the shuffle, and this seal will prove it. Your browser adds its own part when you sit down:",
  closing: "Close",
  search: "Search the rules, for example: troll, V4, alliance",
  noRule: "No rule mentions that.",
  opening: "Opening the book …",
  changedBy: "changed by",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  zoomAll: "Show the whole board",
  boardLabel: "The board",
  empty: "empty",
  showRule: (rule: string) => `Read rule ${rule}`,
  actions: "What you can do",
  seatSwitch: "Your seats",
  keys: "Keys",
  keyList: [
    ["R", "rules"],
    ["M", "map"],
    ["A", "actions"],
    ["Enter", "do it"],
    ["P", "pass"],
    ["Space", "skip to my turn"],
    ["U", "take back"],
    ["← →", "step through the game"],
    ["arrows on the map", "to the next territory"],
    ["Esc", "choose again"],
  ] as [string, string][],
  how: (status: string, winners: string[], turn: number) =>
    status === "over"
      ? winners.length
        ? `${listed(winners)} won`
        : "closed without a winner"
      : status === "open"
        ? "waiting for players"
        : status === "unplayable"
          ? "cannot be continued"
          : status === "resting"
            ? "resting: nobody has been here for a while"
            : turn
              ? `turn ${turn}`
              : "set-up",
  hotseatAbout: "Several people share this device: between turns the page asks you to pass it on.",
  seatName: (i: number) => `Seat ${i}: name`,
  notWith: (title: string) => `not with ${title}`,
  cardUnseen: "a card you have not seen",
  cardAce: (red: boolean, uses: string) =>
    `${red ? "Fire (red)" : "Ice (black)"} ace${uses && `: ${uses}`}`,
  cardQueen: (who: string) => `Queen: a usurper among ${who}`,
  cardQueenAbsent: "Queen: a usurper in a faction that does not play",
  cardJack: (suit: string) => `Jack: has sabotaged the ${suit} artifacts`,
  among: (who: string) => `among ${who}`,
  nobodyHere: "of nobody at this table",
  ofSuit: (suit: string) => `of ${suit}`,
  suitOf: (suit: string, who: string) =>
    `${suit} is the suit of ${who}: the Queen of ${suit} is a usurper among them`,
  cardArtifact: (red: boolean, rank: string) =>
    `${red ? "Fire (red)" : "Ice (black)"} artifact of value ${rank}`,
  cardEvent: "event card",
  toWhom: "To whom",
  sabotageShort: "sabotage",
  seenBy: (who: string) => `seen by ${who}`,
  earlier: "earlier …",
  happened: "What happened",
  onlyYou: "Only you know this",
  rulebookOf: "Rulebook of this game",
  rulebook: "Rulebook",
  seeMoment: "See this moment",
  logHelp: "Up and Down choose a line, Enter shows the board at that moment",
  liveChance: "Show my chance to win",
  roundsOfTurn: "Rounds of the turn",
  unitsOf: (n: number, elite: number, faction: FactionName, hidden: boolean) =>
    `${units(n, elite)} of ${the(faction)}${hidden ? ", hidden" : ""}`,
  aTroll: "a troll",
  wildDragons: "the wild dragons",
  dragonsNext: "the dragons can come here next",
  redThreatens: "the Red Dragon may come down here",
  brokenWalls: "broken walls",
  land: {
    mountain: "the Great Mountain",
    castle: "castle",
    forest: "forest",
    orcish: "orcish land",
    open: "open land",
  } as Record<string, string>,
  griffins: "griffins",
  brings: (card: string, n: number | null) => `${card} brings ${n} gold`,
  stale: "This part of the page could not be loaded. There may be a newer version by now.",
  reload: "Load the page again",
  noServer: "The server is not responding. Is it still running?",
  noNetwork: "You are offline. Your games go on as soon as you are back.",
  serverSaid: (status: number) => `The server answered with ${status}.`,
  roundTip: (round: number) => `${ROMAN[round]}. ${ROUNDS[round]} round: ${ROUND_HELP[round]}`,
  backToLobby: "Back to the lobby",
};

export const KIND: Record<string, string> = {
  move: "Move",
  hire: "Hire",
  raise: "Raise",
  conscript: "Conscript",
  revive: "Bring back",
  disband: "Disband",
  carry: "Carry away (ace)",
  ride: "Ride the Red Dragon",
  emerge: "Come out of hiding",
  fight: "Attack",
  plan: "Battle plan",
  "special-revive": "Bring back with a card",
  place: "Place",
  walls: "Break walls",
  lose: "Lose",
  "ace-place": "Place units (ace)",
  predict: "Predict",
};
const COLOUR: Record<string, string> = {
  none: "No artifact",
  red: "Fire (red)",
  black: "Ice (black)",
};
const TOPIC: Record<string, string> = {
  colour: "Ask for the colour of their artifact",
  number: "Ask how many units they send",
  value: "Ask for the value of their artifact",
};
const SUITS = ["♣", "♦", "♥", "♠"];
const NAMES: FactionName[] = ["dwarves", "elves", "goblins", "orcs"];

/** A question of the fixed list [O8], as one would put it. */
export function honest(question: number): string {
  if (question < 24)
    return `Do you hold ${["A", "2", "3", "4", "5", "6"][question % 6]}${SUITS[Math.floor(question / 6)]}?`;
  if (question < 28)
    return `Do you hold ${["an ace", "a six", "a Fire (red) artifact", "an Ice (black) artifact"][question - 24]}?`;
  if (question < 32) return `Do you have a usurper among ${the(NAMES[question - 28]!)}?`;
  if (question < 36) return `Can you sabotage ${SUITS[question - 32]}?`;
  return `Have you predicted that ${the(NAMES[question - 36]!)} win?`;
}

/** Treachery with a pair of cards, or with one that goes with a card of the ally's. */
function betrayal(usurper: string | null | undefined, sabotage: string | null | undefined): string {
  if (!sabotage) return `Betray: usurper ${usurper}, if my ally can sabotage`;
  if (!usurper) return `Betray: sabotage ${sabotage}, if my ally has the usurper`;
  return `Betray: usurper ${usurper}, sabotage ${sabotage}`;
}

/** A plain choice in words. */
export function label(action: Choice, decision: Decision): string {
  const who = action.who ? the(action.who) : "";
  switch (action.kind) {
    case "pass":
      return decision.passing;
    case "accept":
      return "Accept the alliance";
    case "propose":
      return `Offer ${who} an alliance`;
    case "break":
      return "Break my alliance";
    case "pay-gold":
      return "Pay in gold";
    case "pay-ace":
      return `Pay with ${action.card} instead of gold`;
    case "pay-right":
      return "Take it free, as my ally's right";
    case "ask":
      return TOPIC[action.topic ?? ""] ?? "Ask";
    case "ask-both":
      return `Ask both questions (discard ${action.card})`;
    case "answer-colour":
      return COLOUR[action.colour ?? ""] ?? action.line;
    case "answer-number":
      return units(action.n ?? 0);
    case "answer-value":
      return action.n ? `Value ${action.n}` : "No artifact";
    case "betray":
      return betrayal(action.card, action.sabotage);
    case "hide":
      return action.card ? `Hide them (discard ${action.card})` : "Hide them";
    case "come-out":
      return "Come out of hiding";
    case "deny":
      return `Stop it with ${action.card}`;
    case "spend":
      return `Discard ${action.card}`;
    case "discard":
      return `Discard ${action.card}`;
    case "keep":
      return `Keep ${action.card} secret`;
    case "steer":
      return action.n ? `Fly ${action.n}` : "Stay where they are";
    case "bless":
      return "Bless this battle";
    case "chaos":
      return "Summon the chaos monster";
    case "take":
      if (decision.step === "spoils") return "Take it back into my hand";
      return decision.actions.some((one) => one.kind === "pass")
        ? "Take one of their artifacts"
        : "Keep the artifact";
    case "sell":
      return "Sell it for gold";
    case "take-turn":
      return "Take my turn now";
    case "extend":
      return `Move one territory further (discard ${action.card})`;
    case "second-move":
      return `Move a second time${action.card ? ` (discard ${action.card})` : ""}`;
    case "look":
      return `Look at the cards of ${who}`;
    case "question":
      return honest(action.n ?? 0);
    case "fight":
      return sentence(action);
    default:
      return [KIND[action.kind] ?? action.kind, ...action.line.split(" ").slice(1)].join(" ");
  }
}

/** Any choice in words, as a hint says it. */
export function spoken(action: Choice, decision: Decision): string {
  if (action.kind === "bid") return T.bid(action.n ?? 0);
  if (action.kind === "plan") return T.plan(action.n ?? 0, action.card ?? null);
  if (action.kind === "place") return split(action, decision);
  if (action.kind === "question")
    return `Ask ${action.who ? the(action.who) : "them"}: ${honest(action.n ?? 0)}`;
  if (action.kind.startsWith("answer-")) return `Answer “${label(action, decision)}”`;
  const built = sentence(action);
  return built === action.line ? label(action, decision) : built;
}

export const splitTotal = (decision: Decision): number =>
  Math.max(...decision.actions.map((action) => (action.n ?? 0) + (action.second ?? 0)));
export function split(action: Choice, decision: Decision): string {
  const [first, second] = [action.n ?? 0, action.second ?? 0];
  const many = [first, second, splitTotal(decision) - first - second];
  return decision.homes.map((place, i) => `${many[i]} in ${place}`).join(", ");
}

/** The built action as one sentence on the button. */
export function sentence(action: Choice): string {
  const elite = action.elite_hidden ? ` (${action.elite_hidden} elite)` : "";
  const both = action.hidden === "both" ? ` and ${action.n_hidden} hidden${elite}` : "";
  const n = action.n === undefined ? "" : units(action.n, action.elite ?? 0) + both;
  const ace = action.card ? `, discarding ${action.card}` : "";
  const hidden = action.hidden === true ? "hidden " : "";
  switch (action.kind) {
    case "move":
      return `Move ${hidden}${n}: ${action.from} → ${action.to}`;
    case "carry":
      return `Carry ${n}: ${action.from} → ${action.to}${ace}`;
    case "ride":
      return `Ride with ${n} to ${action.to}`;
    case "hire":
      return `Hire ${n} in ${action.to}${ace}`;
    case "raise":
      return `Raise ${n} in ${action.to}`;
    case "conscript":
      return `Conscript ${n} in ${action.to}`;
    case "ace-place":
      return `Place ${n} in ${action.to}${ace}`;
    case "disband":
      return `Disband ${hidden}${n} in ${action.from}`;
    case "emerge":
      return `Bring ${n} out of hiding in ${action.from}`;
    case "revive":
      return `Bring back ${n}`;
    case "special-revive":
      return `Bring back ${n}${ace}`;
    case "lose":
      return `Lose ${n}`;
    case "fight":
      return `Attack ${action.who ? the(action.who) : ""} in ${action.from}`;
    case "walls":
      return `Break the walls of ${action.to}`;
    case "predict":
      return `Predict: ${action.who ? the(action.who) : ""} win in turn ${action.n} with ${action.castle}`;
    default:
      return action.line;
  }
}
