// Clauses of contracts as sentences that the server reads back [B6]. Each template says what is to be
// filled in; the sentence is all that is sent.
import { the } from "./texts";
import type { FactionName } from "../types";

export type Field =
  | "other"
  | "n"
  | "percent"
  | "places"
  | "place"
  | "turn"
  | "until"
  | "thing"
  | "comparison"
  | "colour"
  | "ace"
  | "scope"
  | "words";
export interface Draft {
  kind: string;
  who: FactionName;
  other: FactionName;
  n: number;
  places: string[];
  turn: number;
  until: number;
  thing: string;
  comparison: string;
  colour: string;
  ace: string;
  scope: string;
  words: string;
  when: string;
  whenWho: FactionName;
  whenOther: FactionName;
  whenPlaces: string[];
  whenTurn: number;
}
export const THINGS = [
  "their hand",
  "their usurper",
  "their sabotaged artifact",
  "the card on sale",
  "the next event card",
  "the size of their battle plans",
];
export const COMPARISONS = ["at most", "at least", "exactly"];
export const COLOURS = ["", "red", "black"];
export const ACES = [
  "for anything",
  "to pay for an artifact",
  "to hire at half price",
  "to move further",
  "to hide",
  "to fight",
  "to stop a battle question",
  "to stop early disbanding",
  "to stop a hire",
  "to betray",
  "to take a special action",
];
export const SETS = ["the castles", "the forests", "the Orcish lands"];
export const SCOPES = ["on the next card", "this turn"];

const join = (places: string[]) =>
  places.length
    ? places.length > 1
      ? `${places.slice(0, -1).join(", ")} and ${places.at(-1)}`
      : places[0]!
    : "…";
const anArtifact = (d: Draft) => `${d.colour ? `a ${d.colour}` : "an"} artifact`;
const units = (n: number) => `${n} unit${n === 1 ? "" : "s"}`;

export const TEMPLATES: {
  kind: string;
  title: string;
  fields: Field[];
  say: (d: Draft) => string;
}[] = [
  {
    kind: "peace",
    title: "do not attack …",
    fields: ["other", "until"],
    say: (d) => `do not attack ${the(d.other)}`,
  },
  {
    kind: "pay",
    title: "pay gold now",
    fields: ["other", "n"],
    say: (d) => `pay ${the(d.other)} ${d.n} gold${d.when ? "" : " now"}`,
  },
  {
    kind: "pay-later",
    title: "pay gold later",
    fields: ["other", "n", "turn"],
    say: (d) => `pay ${the(d.other)} ${d.n} gold in turn ${d.turn}`,
  },
  {
    kind: "share",
    title: "share what they collect",
    fields: ["other", "percent", "places", "until"],
    say: (d) => `pay ${the(d.other)} ${d.n}% of what they collect from ${join(d.places)}`,
  },
  {
    kind: "enter",
    title: "do not enter …",
    fields: ["places", "until"],
    say: (d) => `do not enter ${join(d.places)}`,
  },
  {
    kind: "keep-out",
    title: "do not enter where … are",
    fields: ["other", "until"],
    say: (d) => `do not enter where ${the(d.other)} are`,
  },
  {
    kind: "leave",
    title: "leave …",
    fields: ["places", "turn"],
    say: (d) => `leave ${join(d.places)} by the end of turn ${d.turn}`,
  },
  {
    kind: "loyal",
    title: "no treachery against …",
    fields: ["other", "until"],
    say: (d) => `do not declare treachery against ${the(d.other)}`,
  },
  {
    kind: "ally",
    title: "ally at the next Great Council",
    fields: ["other"],
    say: (d) => `ally with ${the(d.other)} at the next Great Council`,
  },
  {
    kind: "stay",
    title: "do not break their alliance",
    fields: ["until"],
    say: () => "do not break their alliance",
  },
  {
    kind: "no-bid",
    title: "do not bid",
    fields: ["scope"],
    say: (d) =>
      `do not bid ${d.scope === "this turn" ? "in the bidding round of this turn" : "on the next card"}`,
  },
  {
    kind: "bid",
    title: "bid at most …",
    fields: ["n", "scope"],
    say: (d) =>
      `bid at most ${d.n} gold ${d.scope === "this turn" ? "in the bidding round of this turn" : "on the next card"}`,
  },
  {
    kind: "send",
    title: "send units in battle",
    fields: ["comparison", "n", "other", "until"],
    say: (d) => `send ${d.comparison} ${units(d.n)} against ${the(d.other)}`,
  },
  {
    kind: "play",
    title: "play no artifact against …",
    fields: ["colour", "other", "until"],
    say: (d) => `play no ${d.colour ? `${d.colour} ` : ""}artifact against ${the(d.other)}`,
  },
  {
    kind: "play-one",
    title: "play an artifact against …",
    fields: ["colour", "other", "until"],
    say: (d) => `play ${anArtifact(d)} against ${the(d.other)}`,
  },
  {
    kind: "play-next",
    title: "play an artifact in the next battle",
    fields: ["colour", "other", "until"],
    say: (d) => `play ${anArtifact(d)} in the next battle against ${the(d.other)}`,
  },
  {
    kind: "show",
    title: "show …",
    fields: ["thing", "other", "until"],
    say: (d) =>
      `show ${the(d.other)} ${d.thing}${/^their (hand|usurper|sab)/.test(d.thing) && !d.when ? " now" : ""}`,
  },
  {
    kind: "ace",
    title: "do not use an ace …",
    fields: ["ace", "until"],
    say: (d) => `do not use an ace ${d.ace}`,
  },
  {
    kind: "no-hire",
    title: "do not hire in …",
    fields: ["places", "until"],
    say: (d) => `do not hire${d.places.length ? ` in ${join(d.places)}` : ""}`,
  },
  {
    kind: "hire",
    title: "hire units in …",
    fields: ["n", "place", "turn"],
    say: (d) => `hire ${units(d.n)} in ${d.places[0] ?? "…"} in turn ${d.turn}`,
  },
  { kind: "words", title: "free words (not enforced)", fields: ["words"], say: (d) => d.words },
];
export const CONDITIONS: {
  kind: string;
  title: string;
  fields: ("who" | "other" | "places" | "turn")[];
  say: (d: Draft) => string;
}[] = [
  { kind: "", title: "always", fields: [], say: () => "" },
  {
    kind: "attack",
    title: "if somebody attacks",
    fields: ["who", "other"],
    say: (d) => `If ${the(d.whenWho)} attack ${the(d.whenOther)}`,
  },
  {
    kind: "enter",
    title: "if somebody enters",
    fields: ["who", "places"],
    say: (d) => `If ${the(d.whenWho)} enter ${join(d.whenPlaces)}`,
  },
  {
    kind: "buy",
    title: "if somebody buys an artifact",
    fields: ["who"],
    say: (d) => `If ${the(d.whenWho)} buy an artifact`,
  },
  {
    kind: "betray",
    title: "if somebody is betrayed",
    fields: ["who", "other"],
    say: (d) => `If ${the(d.whenWho)} declare treachery against ${the(d.whenOther)}`,
  },
  {
    kind: "win",
    title: "if somebody wins a battle",
    fields: ["who", "other"],
    say: (d) => `If ${the(d.whenWho)} win a battle against ${the(d.whenOther)}`,
  },
  {
    kind: "red",
    title: "when the Red Dragon appears",
    fields: [],
    say: () => "When the Red Dragon appears",
  },
  {
    kind: "council",
    title: "when the Great Council meets",
    fields: [],
    say: () => "When the Great Council meets",
  },
  {
    kind: "gold",
    title: "when gold is placed",
    fields: ["places"],
    say: (d) => `When gold is placed in ${join(d.whenPlaces)}`,
  },
  {
    kind: "turn",
    title: "when a turn begins",
    fields: ["turn"],
    say: (d) => `When turn ${d.whenTurn} begins`,
  },
];

export const template = (kind: string) =>
  TEMPLATES.find((one) => one.kind === kind) ?? TEMPLATES[0]!;
export const condition = (kind: string) =>
  CONDITIONS.find((one) => one.kind === kind) ?? CONDITIONS[0]!;

/** The whole sentence of a clause. */
export function clauseLine(draft: Draft): string {
  const form = template(draft.kind);
  if (draft.kind === "kept") return draft.words;
  if (draft.kind === "words") return `"${draft.words.replace(/["“”„]/g, "'")}"`;
  const until =
    form.fields.includes("until") && draft.until ? ` until the end of turn ${draft.until}` : "";
  const words = `${the(draft.who)} ${form.say(draft)}${until}.`;
  const when = condition(draft.when).say(draft);
  return when ? `${when}, ${words}` : words[0]!.toUpperCase() + words.slice(1);
}
export const isWhole = (draft: Draft) =>
  !clauseLine(draft).includes("…") &&
  (!["words", "kept"].includes(draft.kind) || draft.words.trim() !== "");
