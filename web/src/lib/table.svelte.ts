// One table, live: the WebSocket half of docs/protocol.md. It keeps what the server said last,
// sends each message once, and after a lost connection asks for what it has missed.
import type { ChatLine, Choice, Decision, GameEvent, GameView, Gifts, Orders, TableHeader } from "../types";
import { T } from "./texts";

export interface Answer {
  ok: boolean;
  rule?: string | null;
  text?: string;
  action?: string;
  [more: string]: unknown;
}
export interface Moment {
  n: number;
  view: GameView;
  events: GameEvent[];
}

export class Table {
  header = $state.raw<TableHeader | null>(null);
  view = $state.raw<GameView | null>(null);
  decision = $state.raw<Decision | null>(null);
  anytime = $state.raw<Choice[]>([]);
  give = $state.raw<Gifts | null>(null);
  undoable = $state(false);
  prompt = $state("");
  events = $state.raw<GameEvent[]>([]);
  /** What the latest update told; empty after a reload, for there is nothing to be surprised by. */
  news = $state.raw<GameEvent[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  orders = $state.raw<Orders>({ bid_limit: null, no_aces_turn: null });
  /** When whose time runs out, in seconds since 1970. */
  clock = $state.raw<Record<string, number>>({});
  connected = $state(false);
  trouble = $state("");
  missing = $state(false);
  n = $state(0);

  /** The guide of a lesson, who may have a word to say before an action is played. */
  guide: { allows(line: string): boolean; deed(line: string): (ok: boolean) => void } | null = null;

  #socket: WebSocket | null = null;
  #waiting = new Map<number, (answer: Answer) => void>();
  // Numbers grow over reloads too, so that the server never takes a new message for an old one.
  #next = Date.now();
  #closed = false;
  #delay = 400;
  #timer = 0;

  constructor(
    readonly id: string,
    readonly token: string | null,
  ) {
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/play`);
    this.#socket = socket;
    socket.onopen = () => {
      this.connected = true;
      this.trouble = "";
      this.#delay = 400;
      socket.send(JSON.stringify({ t: "hello", token: this.token, seen: this.n, heard: this.chat.length }));
    };
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data));
    socket.onclose = () => {
      this.connected = false;
      for (const answer of this.#waiting.values()) answer({ ok: false, text: T.lost });
      this.#waiting.clear();
      if (this.#closed || this.missing) return;
      this.trouble = T.reconnecting;
      this.#timer = window.setTimeout(() => this.#connect(), this.#delay);
      this.#delay = Math.min(this.#delay * 2, 8000);
    };
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  #hear(message: any): void {
    if (message.t === "update") this.#update(message);
    else if (message.t === "table") this.header = message.header;
    else if (message.t === "chat") this.chat = [...this.chat, message];
    else if (message.t === "orders") this.orders = message.orders;
    else if (message.id === null || message.id === undefined) {
      if (message.t === "no") {
        this.trouble = message.text;
        this.missing = !this.view && !this.header;
      }
    } else {
      const answer = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      answer?.({ ...message, ok: message.t !== "no" });
    }
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  #update(message: any): void {
    const first = this.view === null;
    this.n = message.n;
    this.view = message.view;
    this.decision = message.decision;
    this.anytime = message.anytime ?? [];
    this.give = message.give ?? null;
    this.undoable = message.undo ?? false;
    this.prompt = message.prompt ?? "";
    this.clock = message.clock ?? {};
    const told = message.events as GameEvent[];
    const kept = this.events.filter((event) => event.update <= message.since);
    this.news = first ? [] : told;
    this.events = [...kept, ...told];
  }

  ask(message: Record<string, unknown>): Promise<Answer> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.resolve({ ok: false, text: T.reconnecting });
    const id = ++this.#next;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      socket.send(JSON.stringify({ ...message, id }));
    });
  }

  async act(action: string): Promise<Answer> {
    if (this.guide && !this.guide.allows(action)) return { ok: true };
    const done = this.guide?.deed(action);
    const answer = await this.ask({ t: "act", n: this.n, action });
    done?.(answer.ok);
    return answer;
  }

  async past(n: number): Promise<Moment | null> {
    const answer = await this.ask({ t: "past", n });
    return answer.ok ? (answer as unknown as Moment) : null;
  }
}
