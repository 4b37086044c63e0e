// The words of everything that shows what happened.
import { FACTIONS, capital, listed, the } from "../lib/texts";
import type { FactionName, GameView, Standing, Threat } from "../types";

const WORDS = ["no", "one", "two", "three", "four", "five", "six"];
export const count = (n: number) => WORDS[n] ?? `${n}`;
const castles = (n: number) => `${count(n)} castle${n === 1 ? "" : "s"}`;
const people = (names: FactionName[]) => listed(names.map(the));

export const S = {
  stage: "What is happening",
  skip: "Skip to my turn",
  catchUp: "Skip",
  skipKey: "Space",
  speed: "Playback speed",
  speeds: { 1: "1×", 3: "3×", 0: "Instant" } as Record<number, string>,
  speedTip: "How fast events are shown",
  goOn: "Go on",
  acts: {
    plans: "Both plans lie face down.",
    sum: "The plans are added up.",
  } as Record<string, string>,
  faceDown: "a plan, face down",
  battleIn: (place: string) => `Battle in ${place}`,
  parts: {
    units: "units",
    artifact: "artifact",
    bonus: "bonus",
    blessing: "blessing",
    weakness: "weakness",
  } as Record<string, string>,
  doesNotCount: "does not count",
  treachery: "Treachery!",
  lost: (n: number) => (n ? `loses ${n}` : "loses nobody"),
  wins: "wins",
  waitsTreachery: "Both may still call treachery …",
  since: "Since your last move",
  meter: (held: number, needed: number) => `${held} of ${needed}`,
  meterTip: (held: number, needed: number, allied: boolean) =>
    `${held} of the ${needed} castles that win at the end of a turn${allied ? ", counted together with their ally" : ""}`,
  record: {
    all: "All",
    mine: "Mine",
    battles: "Battles",
    gold: "Gold",
    contracts: "Contracts",
  } as Record<string, string>,
  recordFilter: "Filter the record",
  recordSearch: "Search the record",
  sift: "Search and filter the record",
  noLine: "Nothing like that has happened.",
  newLines: (n: number) => `${n} new ${n === 1 ? "line" : "lines"} ↓`,
};

/** What everybody at the table should know now: who is about to win, and who if nobody does. */
export function alarms(view: GameView): { text: string; places: string[]; grave: boolean }[] {
  if (view.over || !view.standing) return [];
  const found = view.standing.threats.map((one) => ({
    text: threat(one, view.me?.faction ?? null),
    places: one.contested.length ? one.contested : heldBy(view, one.winners),
    grave: true,
  }));
  const left = view.turns - view.turn;
  if (view.turn && left <= 1)
    found.push({ text: lastTurn(view.standing, left), places: [], grave: false });
  return found;
}
const heldBy = (view: GameView, names: FactionName[]) =>
  names.flatMap((name) => view.factions[name]?.castles ?? []);

function threat({ winners, castles: held, contested, needed }: Threat, me: FactionName | null) {
  const who = me && winners.includes(me) && winners.length === 1 ? "You" : capital(people(winners));
  if (held >= needed)
    return `${who} hold ${castles(held)} and win when this turn ends, unless somebody stops ${who === "You" ? "you" : "them"}.`;
  const short = needed - held;
  const many = contested.length > short ? ` ${count(short)} of` : "";
  return `${who} hold ${castles(held)} and win the game this turn by winning${many} ${contested.length === 1 ? "the battle" : "the battles"} for ${listed(contested)}.`;
}
function lastTurn({ default: winners }: Standing, left: number) {
  const when = left ? "The next turn is the last one." : "This is the last turn.";
  return winners.length
    ? `${when} If nobody wins with castles, ${people(winners)} win.`
    : `${when} If nobody has enough castles by then, whoever holds the most wins.`;
}
export const nameOf = (faction: FactionName) => FACTIONS[faction].name;

/** How a game was won, with the castles that were held in truth. */
export function wayOfWinning(view: GameView): string {
  const held = heldBy(view, view.winners).length;
  switch (view.way) {
    case "three castles":
      return `with ${castles(held)}`;
    case "allied castles":
      return `with ${castles(held)}, as allies`;
    case "default":
      return "because nobody held enough castles and the Red Dragon still rules the land";
    case "most castles":
      return `with the most castles at the end, ${count(held)}`;
    case "decider on the Great Mountain":
      return "in the decider on the Great Mountain";
    case "first in player order":
      return "by coming first in player order among those who were tied";
    case "prediction":
      return "because the prediction came true";
    default:
      return view.way;
  }
}
/** Who won, how and when. */
export const victory = (view: GameView): string =>
  `${capital(people(view.winners))} won ${wayOfWinning(view)}, in turn ${view.turn}.`;
export const F = {
  won: "You won!",
  wonTogether: (who: string) => `You won, together with the ${who}!`,
  theyWon: (who: string) => `${who} won`,
  ranking: "How it ended",
  awards: "Remembered for",
  lastBoard: "The board at the end",
  castles: "castles",
  units: "units",
  gold: "gold",
  place: "Place",
  people: "Faction",
  review: "Review this game",
  reviewAbout: "Turning points, luck and skill, and what a strong bot would have done.",
  story: "The story of this game",
  toBoard: "Look at the board",
  rematch: "Rematch",
  joinRematch: "Join the rematch",
};
