// The HTTP half of docs/protocol.md, and the seat tokens this browser holds.

export class Refused extends Error {
  constructor(
    readonly text: string,
    readonly rule: string | null,
    readonly status: number,
  ) {
    super(text);
  }
}

export async function call<T>(path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, body === undefined ? {} : {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Refused("The server does not answer. Is it still running?", null, 0);
  }
  const data = await response.json().catch(() => null);
  if (!response.ok) {
    const error = data?.error ?? {};
    throw new Refused(error.text ?? `The server answered with ${response.status}.`, error.rule ?? null, response.status);
  }
  return data as T;
}

export interface HeldSeat {
  token: string;
  seat: number;
}

const KEY = "dragon-dune seats";

export function heldSeats(): Record<string, HeldSeat[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export function holdSeat(table: string, held: HeldSeat): void {
  const all = heldSeats();
  const others = (all[table] ?? []).filter((one) => one.token !== held.token);
  all[table] = [...others, held];
  localStorage.setItem(KEY, JSON.stringify(all));
}

export function remember(name: string, value: string): void {
  localStorage.setItem(`dragon-dune ${name}`, value);
}

export function recall(name: string, otherwise: string): string {
  return localStorage.getItem(`dragon-dune ${name}`) ?? otherwise;
}
