// The HTTP half of docs/protocol.md, and the seat tokens this browser holds.
import type { Home, MadeTable, Seal, TableHeader, TakenSeat } from "../types";
import { T } from "./texts";

export class Refused extends Error {
  constructor(
    readonly text: string,
    readonly rule: string | null,
    readonly status: number,
  ) {
    super(text);
  }
}

export const wordsOf = (error: unknown): string =>
  error instanceof Refused ? error.text : String(error);

export async function call<Found>(
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Found> {
  let response: Response;
  try {
    response = await fetch(
      path,
      body === undefined
        ? { headers }
        : {
            method: "POST",
            headers: { "content-type": "application/json", ...headers },
            body: JSON.stringify(body),
          },
    );
  } catch {
    throw new Refused(navigator.onLine ? T.noServer : T.noNetwork, null, 0);
  }
  const data = await response.json().catch(() => null);
  if (!response.ok) {
    const error = data?.error ?? {};
    throw new Refused(
      error.text ?? T.serverSaid(response.status),
      error.rule ?? null,
      response.status,
    );
  }
  return data as Found;
}

const kept = new Map<string, Promise<unknown>>();
/** For what does not change while the page is open. */
export function once<Found>(path: string): Promise<Found> {
  const known = kept.get(path) ?? call<Found>(path);
  kept.set(path, known);
  known.catch(() => kept.delete(path));
  return known as Promise<Found>;
}

export interface HeldSeat {
  token: string;
  seat: number;
  /** What this browser added to the shuffle. */
  salt?: string | undefined;
  /** What the server had committed to before it saw that. */
  seal?: string | undefined;
}

/** 128 random bits for the shuffle, so that the server alone cannot choose the deal. */
export const newSalt = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

const KEY = "dragon-dune seats";

/** What a browser would not keep, because its storage is closed or full, is kept while the page is open. */
const unkept = new Map<string, string>();
function read(key: string): string | null {
  try {
    return unkept.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}
function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    unkept.delete(key);
  } catch {
    unkept.set(key, value);
  }
}

export function heldSeats(): Record<string, HeldSeat[]> {
  try {
    return JSON.parse(read(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export function holdSeat(table: string, held: HeldSeat): void {
  const all = heldSeats();
  const others = (all[table] ?? []).filter((one) => one.token !== held.token);
  all[table] = [
    ...others,
    {
      token: held.token,
      seat: held.seat,
      ...(held.salt ? { salt: held.salt, seal: held.seal } : {}),
    },
  ].sort((a, b) => a.seat - b.seat);
  write(KEY, JSON.stringify(all));
}

/** The seats this browser gives up at a table. */
export function dropSeats(table: string): void {
  const all = heldSeats();
  delete all[table];
  write(KEY, JSON.stringify(all));
}

/** One of them. */
export function dropSeat(table: string, token: string): void {
  const all = heldSeats();
  const others = (all[table] ?? []).filter((one) => one.token !== token);
  if (!others.length) return dropSeats(table);
  write(KEY, JSON.stringify({ ...all, [table]: others }));
}

/** Shown instead of a token: the seat of whoever is signed in, by a cookie that no script can read. */
export const BY_ACCOUNT = "account";
/** The account that this browser is signed in with, as far as it knows; the server knows better. */
export const myAccount = (): string => recall("account", "");

/** A seat of this browser belongs to the account from now on, and to all its devices. */
export async function claimSeat(table: string, held: HeldSeat): Promise<void> {
  if (!myAccount() || held.token === BY_ACCOUNT) return;
  try {
    await call(`/api/tables/${table}/claim`, {}, { authorization: `Bearer ${held.token}` });
    dropSeat(table, held.token);
    holdSeat(table, { ...held, token: BY_ACCOUNT });
  } catch (error) {
    if (error instanceof Refused && error.status === 401) remember("account", "");
  }
}
/** The seat that my account has at a table, where this browser holds none. */
export async function ownSeat(table: string): Promise<void> {
  if (!myAccount() || heldSeats()[table]) return;
  const header = await call<TableHeader>(`/api/tables/${table}`).catch(() => null);
  const mine = header?.seats.find((one) => one.account === myAccount() && one.kind === "human");
  if (mine) holdSeat(table, { token: BY_ACCOUNT, seat: mine.seat });
}

/** Where other devices find this server: "localhost" is another machine there, and the server knows its name. */
export async function outsideAddress(): Promise<string> {
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const home = local
    ? await once<Home>("/api/home").then(
        (found) => found.link,
        () => null,
      )
    : null;
  return home ?? `${location.origin}/`;
}

/** A seat as an address, for another device of the same player. Behind the #, it never reaches a server. */
export async function seatLink(table: string, held: HeldSeat): Promise<string> {
  return `${await outsideAddress()}#/table/${table}/seat/${held.seat}.${held.token}`;
}

/** Keep the seat that a link of that kind brought, and give the address without it. */
export function takeFromLink(route: string): string {
  const found = /^\/table\/([\w-]+)\/seat\/([0-3])\.([\w-]{20,100})$/.exec(route);
  if (!found) return route;
  holdSeat(found[1]!, { seat: Number(found[2]), token: found[3]! });
  const clean = `/table/${found[1]}`;
  history.replaceState(null, "", `/#${clean}`);
  return clean;
}

export function allTokens(): string[] {
  return Object.values(heldSeats())
    .flat()
    .slice(-60)
    .map((held) => held.token);
}

export function remember(name: string, value: string): void {
  write(`dragon-dune ${name}`, value);
}

export function recall(name: string, otherwise: string): string {
  return read(`dragon-dune ${name}`) ?? otherwise;
}

/** Open a table, or the rematch of one: the server commits to its secret before it sees our salt. */
export async function openTable(
  body: Record<string, unknown>,
  path = "/api/tables",
): Promise<string> {
  const { commitment } = await call<Seal>("/api/seals", {});
  const salt = newSalt();
  const made = await call<MadeTable>(path, { ...body, commitment, salt });
  for (const [i, held] of made.tokens.entries())
    holdSeat(made.table, i ? held : { ...held, salt, seal: commitment });
  await claimSeat(made.table, heldSeats()[made.table]![0]!);
  return made.table;
}
/** Sit down: on a seat of my choice, or on the one I had before a rematch, or anywhere. */
export async function takeSeat(
  id: string,
  name: string,
  seal: string,
  where: { seat?: number | undefined; token?: string | undefined } = {},
): Promise<void> {
  const salt = newSalt();
  const got = await call<TakenSeat>(`/api/tables/${id}/join`, { name, salt, ...where });
  holdSeat(id, { ...got, salt, seal });
  await claimSeat(id, { ...got, salt, seal });
}
/** Be called otherwise at a table. */
export async function renameSeat(id: string, token: string, name: string): Promise<void> {
  await call(`/api/tables/${id}/name`, { name }, { authorization: `Bearer ${token}` });
}
