// The words of the review. They come with its page, so that the first load does not carry them.
import { FACTIONS } from "../lib/texts";
import type { FactionName } from "../types";

const percent = (chance: number) => `${Math.round(100 * chance)} %`;
const people = (seat: FactionName) => FACTIONS[seat].name;

export const R = {
  title: "Review",
  lobby: "Lobby",
  table: "The table",
  loading: "Opening the game …",
  waiting: (ahead: number) =>
    ahead === 1 ? "One other game is ahead of yours." : `${ahead} other games are ahead of yours.`,
  working:
    "Many moments of the game are being played out thousands of times. You can look through the game in the meantime.",
  progress: "Progress of the review",
  again: "Try again",
  won: (winners: FactionName[], turn: number) =>
    `The ${winners.map(people).join(" and the ")} won in turn ${turn}`,
  curve: "Who was winning",
  curveLabel: (parts: string[], moment: string) =>
    `Chances to win over the game. At ${moment}: ${parts.join(", ")}.`,
  chanceOf: (seat: FactionName, chance: number) => `${people(seat)} ${percent(chance)}`,
  full: "All cards open",
  known: (seat: FactionName) => `What the ${people(seat)} could know`,
  spread: (spread: number) => `give or take ${Math.max(1, Math.round(100 * spread))} points`,
  curveNote:
    "Solid line: judged with every hand open, but without knowing what will come off the deck. Dashed line: judged by what the faction you are looking through could know. Every point comes from many games played out from there, so small steps may be chance.",
  through: "Look through the eyes of",
  moment: (turn: number, round: string) => (turn ? `turn ${turn}, ${round}` : "the set-up"),
  rounds: [
    "set-up",
    "dragons",
    "events",
    "bidding",
    "recruitment",
    "battles",
    "collection",
    "victory",
  ],
  play: "Play",
  pause: "Pause",
  back: "One step back",
  forth: "One step forward",
  slider: "Moment of the game",
  speed: "Speed",
  hands: "All hands",
  usurper: "Treachery",
  noCards: "no artifacts",
  purse: (n: number) => `${n} gold`,
  castles: (n: number) => (n === 1 ? "1 castle" : `${n} castles`),
  plan: "Plans",
  noNews: "The game is about to begin.",
  skill: "Luck and skill",
  start: "Start",
  luck: "Luck",
  own: "Own choices",
  others: "Others’ choices",
  end: "End",
  given: "Given away",
  skillNote:
    "In percentage points. Luck is what dice, cards and events did to the chance of winning; own and others’ choices are what the players did to it, judged with all hands open. Together they make up the difference between start and end. Given away is a separate measure: how much better the best idea was than the one played, judged by what the player could know, added up over all decisions.",
  dear: (mistakes: number, choices: number) =>
    `${mistakes} costly ${mistakes === 1 ? "mistake" : "mistakes"} in ${choices} decisions`,
  turning: "Turning points",
  noTurning: "No single moment turned this game.",
  luckSign: "Luck",
  luckiest: (seat: FactionName) => `Luck of the ${people(seat)}`,
  noLuck: "Neither dice nor cards moved this chance by much.",
  worst: (seat: FactionName) => `Worst moments of the ${people(seat)}`,
  noWorst: "No decision here was clearly worse than what a strong bot would have done.",
  chose: (what: string) => `Chose to ${what}.`,
  better: (what: string) => `A strong bot would ${what}`,
  instead: (better: number, chance: number) =>
    `${percent(better)} to win instead of ${percent(chance)}`,
  cost: (cost: number) => `−${Math.max(1, Math.round(100 * cost))}`,
  treachery: "Treachery that almost happened",
  show: "Show on the board",
  fork: "Play on from here",
  forkAs: (who: string, moment: string) => `Play on as the ${who} from ${moment}`,
  forkNote:
    "Opens a new table at this moment, with bots in the other seats. Cards that nobody had seen are shuffled again. The table is marked as a continuation of a finished game and is never rated.",
  over: "The game is over at this point: go back to an earlier moment.",
  share: "Share",
  copy: "Copy the link",
  copied: "Copied",
  code: "Show a code for a phone",
  codeLabel: "A QR code with the link to this review",
  record: "Download the record",
  picture: "The picture of the curves",
  live: (chance: string) => `≈ ${chance} to win`,
  liveTip: (spread: number) =>
    `Your chance of winning, judged only by what you know; give or take ${Math.max(1, Math.round(100 * spread))} points.`,
};

export const points = (change: number): string => {
  const n = Math.round(100 * change);
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0";
};
export { percent, people };
