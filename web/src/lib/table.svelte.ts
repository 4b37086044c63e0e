// One table, live: the WebSocket half of docs/protocol.md. It keeps what the server said last,
// sends each message once, and after a lost connection asks for what it has missed.
import type { ChatLine, Decision, GameEvent, GameView } from "../types";

interface Answer {
  ok: boolean;
  rule?: string;
  text?: string;
  [more: string]: unknown;
}

export class Table {
  view = $state.raw<GameView | null>(null);
  decision = $state.raw<Decision | null>(null);
  events = $state.raw<GameEvent[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  clock = $state.raw<Record<string, unknown> | null>(null);
  past = $state.raw<{ n: number; view: GameView; events: GameEvent[] } | null>(null);
  connected = $state(false);
  trouble = $state("");
  n = $state(0);

  #socket: WebSocket | null = null;
  #waiting = new Map<number, (answer: Answer) => void>();
  // Numbers grow over reloads too, so that the server never takes a new message for an old one.
  #next = Date.now();
  #closed = false;
  #delay = 500;

  constructor(
    readonly id: string,
    readonly token: string | null,
  ) {
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/play`);
    this.#socket = socket;
    socket.onopen = () => {
      this.connected = true;
      this.trouble = "";
      this.#delay = 500;
      socket.send(JSON.stringify({ t: "hello", token: this.token, seen: this.n }));
    };
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data));
    socket.onclose = (event) => {
      this.connected = false;
      for (const answer of this.#waiting.values()) answer({ ok: false, text: "The connection was lost; nothing was played. Try again." });
      this.#waiting.clear();
      if (this.#closed) return;
      this.trouble = event.reason || "Connection lost; trying again …";
      setTimeout(() => this.#connect(), this.#delay);
      this.#delay = Math.min(this.#delay * 2, 8000);
    };
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  #hear(message: any): void {
    if (message.t === "update") {
      this.n = message.n;
      this.view = message.view;
      this.decision = message.decision;
      this.clock = message.clock ?? null;
      const known = this.events.at(-1)?.n ?? -1;
      const fresh = (message.events as GameEvent[]).filter((event) => event.n > known);
      if (message.reset) this.events = message.events;
      else if (fresh.length) this.events = [...this.events, ...fresh];
    } else if (message.t === "ok" || message.t === "yes" || message.t === "no") {
      const answer = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      answer?.({ ...message, ok: message.t !== "no" });
    } else if (message.t === "chat") {
      this.chat = [...this.chat, message];
    } else if (message.t === "past") {
      this.past = { n: message.n, view: message.view, events: message.events };
      this.#waiting.get(message.id)?.({ ok: true });
      this.#waiting.delete(message.id);
    }
  }

  ask(message: Record<string, unknown>): Promise<Answer> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN)
      return Promise.resolve({ ok: false, text: "Not connected; trying again …" });
    const id = ++this.#next;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      socket.send(JSON.stringify({ ...message, id }));
    });
  }

  act(action: string): Promise<Answer> {
    return this.ask({ t: "act", n: this.n, action });
  }
}
