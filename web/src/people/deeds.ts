// What people do about each other at a table, over HTTP: each with the token of their own seat.
import { call, wordsOf } from "../lib/api";
import type { PeopleWish, SeatInfo, TableHeader } from "../types";

const shown = (token: string) => ({ authorization: `Bearer ${token}` });

/** Do it; the answer is why not, or nothing. */
export async function about(table: string, token: string, wish: PeopleWish): Promise<string> {
  try {
    await call<TableHeader>(`/api/tables/${table}/people`, wish, shown(token));
    return "";
  } catch (error) {
    return wordsOf(error);
  }
}

/** The host lets a bot play without asking anybody; or for good, after a long absence. */
export async function replace(
  table: string,
  token: string,
  seat: number,
  what: "bot" | "remove" = "bot",
): Promise<string> {
  try {
    await call<TableHeader>(`/api/tables/${table}/host`, { seat, do: what }, shown(token));
    return "";
  } catch (error) {
    return wordsOf(error);
  }
}

/** A person who plays, and for whom nobody else does. */
export const plays = (seat: SeatInfo) => seat.kind === "human" && !seat.away;
