// The words about people at the table: who is away, who plays for them, who goes.

import type { SeatInfo } from "../types";

/** The time of day; with the date where it was another day. */
export function clockTime(seconds: number, now = Date.now()): string {
  const then = new Date(seconds * 1000);
  // By hand: the browser's own formats take a phone a seventh of a second to load.
  const time = [then.getHours(), then.getMinutes()].map((n) => `${n}`.padStart(2, "0")).join(":");
  const today = then.toDateString() === new Date(now).toDateString();
  const [, month, day] = then.toDateString().split(" ");
  return today ? time : `${+day!} ${month}, ${time}`;
}
const times = (n: number) => (n === 1 ? "once" : n === 2 ? "twice" : `${n} times`);

type Parted = Pick<SeatInfo, "name" | "resigned" | "replaced">;
/** Why whoever had a seat does not play any more; nothing where they do. */
export const parted = (seat: Parted): string =>
  seat.resigned
    ? `${seat.name || "A guest"} resigned`
    : seat.replaced
      ? `${seat.name || "A guest"} was replaced`
      : "";

export const P = {
  players: "Players",
  playersTip: "Who is here, and what to do when somebody is not",
  here: "here",
  you: "you",
  awaySince: (time: string) => `away since ${time}`,
  standsIn: (bot: string) => `${bot} stands in`,
  aBot: (name: string) => `${name}, a bot`,
  botFor: (bot: string, name: string) => `${bot}, a bot, plays until ${name} is back`,
  botForYou: (bot: string) => `${bot}, a bot, plays for you`,
  playsOn: (why: string, bot: string) => `${why}; ${bot}, a bot, plays on`,
  playedOn: (why: string, bot: string) => `${why}; ${bot} played on`,
  wasAway: (name: string) => `${name} was away`,
  silentSince: (time: string) => `no answer since ${time}`,
  asleep: (name: string, time: string) =>
    `${name} is connected but has not answered since ${time}.`,
  noAnswer: "You did not answer, so a bot plays for you.",
  iAmHere: "I am here",
  waits: "The table is waiting for them",
  waitingFor: (name: string) => `Waiting for ${name}.`,
  goneSince: (name: string, time: string) => `${name} has been away since ${time}.`,
  comesBy: (time: string) => `If they are not back by ${time}, you can let a bot play for them.`,
  comesByAll: (time: string) =>
    `If they are not back by ${time}, you can all agree to let a bot play for them.`,
  nudge: "Nudge",
  nudgeTip: "Remind them that it is their turn; everybody sees it in the talk",
  nudged: (name: string) => `${name} has been nudged.`,
  letBot: "Let a bot play",
  letBotTip: "Until they come back, which they can do at any time",
  agree: "Agree to let a bot play",
  agreed: (yes: number, of: number) => `${yes} of ${of} agree to let a bot play`,
  withdraw: "Withdraw",
  remove: "Give the seat to a bot for good …",
  removeSure: (name: string) => `${name} cannot come back to this game then.`,
  keepSeat: "Keep the seat",
  removeYes: "Give it to a bot",
  iAmBack: "I am back",
  leftForNow: "You left this game, so a bot plays for you.",
  nudgedBy: (name: string) => `${name} is waiting for you.`,
  gotIt: "Got it",

  leave: "Leave for now …",
  resign: "Resign …",
  leaveTitle: "Leave this game for now?",
  leaveAbout:
    "A bot plays for you until you come back. You can come back at any time and will be told what it did.",
  leaveLast:
    "Everybody else has left too, so the game will wait until one of you comes back. After a week it is closed.",
  aloneAbout: "You can close this page at any time: the game waits for you.",
  leaveYes: "Leave",
  resignTitle: "Resign from this game?",
  resignAbout: "This is final. A bot takes your seat for good, and the record will say so.",
  resignLast:
    "This is final. You are the last person at this table, so the game will end without a winner.",
  resignYes: "Resign for good",
  stay: "Keep playing",
  whichBot: "Who plays on for you",

  whileAway: "While you were away",
  playedFor: (bot: string) => `${bot}, a bot, played for you:`,
  didNothing: (bot: string) => `${bot}, a bot, had nothing to decide for you.`,
  more: (n: number) => `and ${n} more before that`,
  quiet: (n: number) => `It also passed or decided something minor ${times(n)}.`,

  awayAfter: "A bot may play for the absent after",
  minutes: (n: number) => (n === 60 ? "an hour" : n === 1440 ? "a day" : `${n} minutes`),
  usual: "5 minutes, as usual",
};
