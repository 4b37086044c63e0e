// What a card means at this table. Which suit is whose is told by the view.
import type { FactionName, GameView } from "../types";
import { T, the } from "./texts";

export type Suits = Partial<Record<string, FactionName>>;
/** Under this name a table tells the cards drawn at it whose suits they are. */
export const SUITS = Symbol("suits");

export const isRed = (card: string): boolean => /[♦♥]/.test(card);

export function suitsOf(view: GameView | null): Suits {
  const all = Object.entries(view?.factions ?? {}) as [FactionName, { suit: string }][];
  return Object.fromEntries(all.map(([name, { suit }]) => [suit, name]));
}

export function cardText(card: string, suits: Suits): string {
  const [rank, suit] = [card.slice(0, -1), card.slice(-1)];
  const owner = suits[suit];
  if (card === "?") return T.cardUnseen;
  if (rank === "A") return T.cardAce(isRed(card));
  if (rank === "Q") return owner ? T.cardQueen(the(owner)) : T.cardQueenAbsent;
  if (rank === "J") return T.cardJack(suit);
  return /^[2-6]$/.test(rank) ? T.cardArtifact(isRed(card), rank) : T.cardEvent;
}
