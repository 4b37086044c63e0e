// Every word of the interface that the server does not send, in one place, ready for other languages.
import type { Choice, FactionName } from "../types";

export const FACTIONS: Record<FactionName, { name: string; letter: string }> = {
  dwarves: { name: "Dwarves", letter: "D" },
  elves: { name: "Elves", letter: "E" },
  goblins: { name: "Goblins", letter: "G" },
  orcs: { name: "Orcs", letter: "O" },
};
export const ROUNDS = ["Set-up", "Dragon", "Event", "Bidding", "Recruitment", "Battle", "Collection", "Victory"];
export const ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII"];

export const T = {
  title: "Dragon Dune",
  credit: "Dragon Dune is a game by Vincent von Guard, CC BY-SA 4.0.",
  quickStart: "Play now against three bots",
  newTable: "New table",
  join: "Sit down",
  watch: "Watch",
  resume: "Continue",
  pass: "Pass",
  yourTurn: "Your turn",
  waitingFor: (names: string) => `Waiting for ${names} …`,
  gameOver: "The game is over",
  reconnecting: "Connection lost; trying again …",
  confirm: "Do it",
  cancel: "Choose again",
  why: "Why can't I …?",
};

/** What passing means at a step. */
export const PASS: Record<string, string> = {
  hide: "Stay visible", status: "Stay hidden", emerge: "Done: the rest stays hidden", proposal: "Refuse",
  discards: "Keep the rest", ask: "Ask nothing", treachery: "No treachery", move: "Do not move",
  hire: "Hire nobody", conscript: "No conscripts", revive: "Leave them there", late_disband: "End my turn",
  early_disband: "Disband nobody", ride: "Stay on the ground", dragon_acts: "Let them fly", bid: "Pass",
  council_turn: "Pass", deny: "Let it happen", bless: "No blessing", plunder: "Leave it", spoils: "Keep it",
  initiative: "Wait", predict: "No prophecy", lend: "Keep them to myself", chaos: "No monster",
};
export const KIND: Record<string, string> = {
  move: "Move", hire: "Hire", raise: "Raise", conscript: "Conscript", revive: "Take out of the graveyard",
  disband: "Disband", leap: "Carry units away (ace)", ride: "Ride the Red Dragon", emerge: "Come out of hiding",
  fight: "Fight", plan: "Battle plan", bid: "Bid", "pay-gold": "Pay in gold", "pay-ace": "Pay with an ace",
  "pay-right": "Take it free (alliance)", hide: "Hide", "come-out": "Come out", propose: "Propose an alliance",
  accept: "Accept", break: "Break the alliance", deny: "Stop it with an ace", ask: "Ask", "ask-both": "Ask both (ace)",
  "answer-colour": "Answer", "answer-number": "Answer", "answer-value": "Answer", betray: "Treachery!",
  discard: "Discard", keep: "Keep secret", look: "Look at the hand of", extend: "Move one further (ace)",
  "special-revive": "Back from the grave", "second-move": "Second movement (ace)", place: "Place units",
  steer: "Steer the dragons", walls: "Break the walls", question: "Ask honestly", lose: "Lose", bless: "Bless this battle",
  chaos: "Summon the chaos monster", take: "Take it", sell: "Sell it", "take-turn": "Take my turn now", spend: "Discard",
  "ace-place": "Place five units (ace)", predict: "Foretell",
};

export function label(action: Choice, step: string): string {
  if (action.kind === "pass") return PASS[step] ?? T.pass;
  const word = KIND[action.kind] ?? action.kind;
  const who = action.who ? ` ${FACTIONS[action.who as FactionName]?.name ?? action.who}` : "";
  const more = action.line.split(" ").slice(1).join(" ");
  if (action.kind === "fight") return `Fight the${who} in ${action.from}`;
  if (action.kind === "betray") return `${word} (${more})`;
  if (action.kind === "pay-gold") return word;
  return more && !who ? `${word} ${more}` : word + who;
}
