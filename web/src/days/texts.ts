// The words of play over days: being told, vacation, notes, seats that change hands.
import { clockTime } from "../people/texts";

const days = (n: number) => (n === 1 ? "1 day" : `${n} days`);
/** Seconds as somebody would say them: to the hour where it is days, to the minute where it is hours. */
export function span(seconds: number): string {
  const [d, h] = [Math.floor(seconds / 86400), Math.floor((seconds % 86400) / 3600)];
  const m = Math.floor((seconds % 3600) / 60);
  if (d) return h && d < 7 ? `${days(d)} ${h} h` : days(d);
  return h ? (m ? `${h} h ${m} min` : `${h} h`) : `${Math.max(1, m)} min`;
}

export const D = {
  reserve: "Reserve for the whole game",
  reserves: (n: number) => (n ? days(n) : "none"),
  weekends: "No clock runs on weekends",
  vacationCounts: "Clocks stop for players on vacation",

  head: "Notifications",
  about:
    "You can be notified when it is your move and you are not at the table. A notification never says more than the table shows.",
  here: "This browser",
  hereOn: "Notify me in this browser",
  hereNone: "This browser cannot show notifications at this address.",
  hereDenied: "This browser does not allow notifications: change that in its settings.",
  places: "Where notifications go",
  nowhere: "nowhere yet",
  channel: { push: "Browser", mail: "E-mail", webhook: "Webhook" },
  addMail: (address: string) => `E-mail ${address}`,
  hook: "Add a webhook",
  hookAddress: "Its address (https://…)",
  hookShape: "For",
  shapes: { discord: "Discord", slack: "Slack", ntfy: "ntfy", json: "Webhook (JSON)" },
  add: "Add",
  remove: "Remove",
  trial: "Try it",
  tried: "A message is on its way.",
  gaveUp: (why: string) => `Given up: ${why}`,
  what: "What to notify me about",
  kinds: {
    move: "It is your move",
    outbid: "You were outbid",
    offer: "An offer",
    battle: "A battle",
    over: "The game is over",
    nudge: "A reminder",
    bot: "A bot plays for you",
    closed: "A table was closed",
    seat: "Your seat was taken over",
  },
  quiet: "Quiet hours",
  quietAbout: (zone: string) =>
    `Nothing is sent during these hours; afterwards everything comes in one message. Times are in ${zone}.`,
  from: "from",
  to: "to",
  save: "Save these choices",
  saved: "Saved.",

  vacation: "Vacation",
  vacationAbout: (left: number) =>
    `Your clocks stop at tables that allow it. You have ${days(left)} left this year; a day that has begun counts.`,
  vacationUntil: (end: number) => `You are on vacation until ${clockTime(end)}.`,
  vacationDays: "Days",
  vacationGo: "Begin now",
  vacationEnd: "I am back",

  next: "Next table",
  nextIs: (title: string, more: number) =>
    more > 1 ? `Next table: ${title} (${more} are waiting)` : `Next table: ${title}`,
  untitled: "another game",

  notes: "Notes",
  notesAbout: "Only you can read them, on all your devices.",
  marks: "Marks on the map",
  place: "Territory",
  sign: "Sign",
  words: "A few words",
  mark: "Mark it",
  signs: { flag: "⚑", eye: "◉", sword: "⚔", shield: "⛨", question: "?" },
  signNames: {
    flag: "Flag",
    eye: "Eye",
    sword: "Swords",
    shield: "Shield",
    question: "Question mark",
  },

  paused: (end: number) => `on vacation until ${clockTime(end)}`,
  reserveLeft: (seconds: number) => `reserve: ${span(seconds)}`,
  budgetLeft: (seconds: number) =>
    seconds ? `${span(seconds)} left for the game` : "no time left: 20 seconds for each decision",
  want: "Find a substitute …",
  wantSure:
    "Somebody else takes your seat, with your cards, and you cannot come back to this game.",
  wantYes: "Look for somebody",
  keep: "Keep my seat after all",
  wanted: "somebody else may take this seat",
  hostWants: "Find a person for this seat",
  hostKeeps: "Leave it to the bot",
  notNow: "Not now",
  take: "Take this seat",
  takeSure: "You play on from here and see these cards. There is no way back to watching.",
  takeYes: "Play on",
};
