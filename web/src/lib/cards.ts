// What a card means at this table. Which suit is whose is told by the view.
import type { FactionName, GameView } from "../types";
import { T, the } from "./texts";

export type Suits = Partial<Record<string, FactionName>>;
/** What cards mean in this game: whose suit is whose, and what an ace is good for. */
export interface Meanings {
  suits: Suits;
  aces: string;
}
/** Under this name a table tells the cards drawn at it what they mean. */
export const MEANINGS = Symbol("meanings");

export const isRed = (card: string): boolean => /[♦♥]/.test(card);

export function suitsOf(view: GameView | null): Suits {
  const all = Object.entries(view?.factions ?? {}) as [FactionName, { suit: string }][];
  return Object.fromEntries(all.map(([name, { suit }]) => [suit, name]));
}

export const meaningsOf = (view: GameView | null): Meanings => ({
  suits: suitsOf(view),
  aces: view?.me?.aces ?? "",
});

export function cardText(card: string, { suits, aces }: Meanings): string {
  const [rank, suit] = [card.slice(0, -1), card.slice(-1)];
  const owner = suits[suit];
  if (card === "?") return T.cardUnseen;
  if (rank === "A") return T.cardAce(isRed(card), aces);
  if (rank === "Q") return owner ? T.cardQueen(the(owner)) : T.cardQueenAbsent;
  if (rank === "J") return T.cardJack(suit);
  return /^[2-6]$/.test(rank) ? T.cardArtifact(isRed(card), rank) : T.cardEvent;
}
