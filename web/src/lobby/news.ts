// What changes in the lobby, told by the server over a WebSocket (docs/protocol.md).
import { allTokens } from "../lib/api";
import type { LobbyNews, TableHeader, TableList } from "../types";

const BEAT = 20_000;

/** The lists with what is new in them: the latest tables first, and each only where it belongs. */
export function changed(lists: TableList, put: TableHeader[], gone: string[]): TableList {
  const away = new Set([...gone, ...put.map((one) => one.id)]);
  const next = (old: TableHeader[], fits: (one: TableHeader) => boolean) =>
    [...put.filter(fits), ...old.filter((one) => !away.has(one.id))].sort(
      (a, b) => b.created - a.created,
    );
  return {
    open: next(lists.open, (one) => one.public && !one.resting && one.status === "open"),
    watchable: next(
      lists.watchable,
      (one) => one.public && !one.resting && one.status === "playing",
    ),
    // Of one's own nothing goes but by giving a seat up.
    mine: lists.mine.map((one) => put.find((fresh) => fresh.id === one.id) ?? one),
  };
}

export type ListName = keyof TableList;

/** The lists with an older page of one of them. */
export function lengthened(lists: TableList, name: ListName, page: TableList): TableList {
  const known = new Set(lists[name].map((one) => one.id));
  return { ...lists, [name]: [...lists[name], ...page[name].filter((one) => !known.has(one.id))] };
}

/** The moment before which the next page of a list begins. */
export const oldest = (tables: TableHeader[]) => Math.min(...tables.map((one) => one.created));

/** Listen until the function that is given back is called; `again` after each break. */
export function listenToLobby(hear: (news: LobbyNews) => void, again: () => void): () => void {
  let socket: WebSocket | null = null;
  let closed = false;
  let delay = 1000;
  let timer = 0;
  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/lobby`);
    socket.onopen = () => {
      if (delay > 1000) again();
      delay = 1000;
      socket?.send(JSON.stringify({ tokens: allTokens() }));
    };
    socket.onmessage = (message) => hear(JSON.parse(message.data));
    socket.onclose = () => {
      if (closed) return;
      again();
      timer = window.setTimeout(connect, delay);
      delay = Math.min(delay * 2, 30_000);
    };
  };
  connect();
  const beat = window.setInterval(() => {
    if (socket?.readyState === WebSocket.OPEN) socket.send("{}");
  }, BEAT);
  return () => {
    closed = true;
    clearInterval(beat);
    clearTimeout(timer);
    socket?.close();
  };
}
