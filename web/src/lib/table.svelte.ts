// One table, live: the WebSocket half of docs/protocol.md. It keeps what the server said last,
// notices when a connection has died without a word, and then asks for what it has missed and sends
// again what was not answered; the server carries out each number once.
import type {
  ChatLine,
  Choice,
  ClientMessage,
  Decision,
  DeltaMessage,
  GameEvent,
  GameView,
  Gifts,
  GuideState,
  NudgeMessage,
  Orders,
  ServerMessage,
  StandInMessage,
  TableHeader,
  TalkMessage,
  UpdateMessage,
  You,
} from "../types";
import { Show } from "../director/show.svelte";
import { heldSeats } from "./api";
import { follows, next } from "./delta";
import { deskOf } from "./desk.svelte";
import { T } from "./texts";

type WithoutNumber<Message> = Message extends unknown ? Omit<Message, "id"> : never;
/** What the page may say; each message gets its number when it is sent. */
export type Asked = WithoutNumber<Exclude<ClientMessage, { t: "hello" | "ping" | "whole" }>>;
/** What the server said to one of them: the fields of whichever message it answered with. */
export interface Answer extends Partial<Moment> {
  ok: boolean;
  rule?: string | null;
  text?: string;
  action?: string;
  lines?: string[];
  first?: number;
  said?: ChatLine[];
  lesson?: boolean;
  /** The rules allow it, but the lesson cannot use it. */
  guide?: boolean;
  /** Nothing was done: the guide had a word to say instead. */
  instead?: boolean;
}
export interface Moment {
  n: number;
  view: GameView;
  events: GameEvent[];
  /** Why it is another moment that is shown. */
  note: string | null;
}

/** How often the server is asked whether it is still there, and how long it may take to say so. */
const BEAT = 20_000;
const PATIENCE = 6_000;
/** The server tells what an update changes, and the whole position when it is asked for it. */
const PROTOCOL = 2;

/** Where the latest page of a story begins that lacks what came before it; -1 for none. */
function gap(events: GameEvent[]): number {
  for (let at = events.length - 1; at >= 0; at--)
    if (events[at]!.n !== (at ? events[at - 1]!.n + 1 : 1)) return at;
  return -1;
}

/** Those who share this device are all here, whoever of them is connected right now. */
function gathered(header: TableHeader): TableHeader {
  if (!header.hotseat) return header;
  const here = (heldSeats()[header.id] ?? []).map((one) => one.seat);
  const present = { online: true, since: null, silent: null, absent: false };
  const seats = header.seats.map((one) => (here.includes(one.seat) ? { ...one, ...present } : one));
  return { ...header, seats };
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
  chat = $state.raw<ChatLine[]>([]);
  /** The number of the first line of it that was told; earlier ones can be asked for. */
  chatFrom = $state(1);
  /** My standing orders; null until they were told. */
  orders = $state.raw<Orders | null>(null);
  /** When whose time runs out, in seconds since 1970. */
  clock = $state.raw<UpdateMessage["clock"]>({});
  connected = $state(false);
  trouble = $state("");
  missing = $state(false);
  /** The update that is shown: it comes from the director, behind what was heard. */
  n = $state(0);
  readonly show = new Show(this);

  /** Who this connection speaks for; nobody where it watches, or its seat was given up. */
  you = $state.raw<You | null>(null);
  /** My seat was given up, here or elsewhere: the token holds nothing any more. */
  unseated = $state(false);
  /** The latest reminder that the table waits for me. */
  nudge = $state.raw<NudgeMessage | null>(null);
  /** What a bot did for me while I was away. */
  standIn = $state.raw<StandInMessage | null>(null);

  /** Where the guide of a lesson stands, for its learner. */
  guide = $state.raw<GuideState | null>(null);

  readonly desk;

  #socket: WebSocket | null = null;
  #waiting = new Map<number, { text: string; answer: (answer: Answer) => void }>();
  // Numbers grow over reloads too, so that the server never takes a new message for an old one.
  #next = Date.now();
  #closed = false;
  #filling = false;
  #ordering = 0;
  #delay = 400;
  #timer = 0;
  #patience = 0;
  #beat = 0;
  /** The latest update, from which the changes of the next one go on. */
  #known: UpdateMessage | null = null;
  /** The number of the last event that was heard. */
  #told = 0;
  /** When the whole was asked for: until it comes, changes of what is not known are of no use. */
  #astray = 0;

  constructor(
    readonly id: string,
    readonly token: string | null,
  ) {
    this.desk = deskOf(id, token);
    this.#connect();
    this.#beat = window.setInterval(this.#check, BEAT);
    addEventListener("online", this.#check);
    document.addEventListener("visibilitychange", this.#check);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#patience);
    clearInterval(this.#beat);
    removeEventListener("online", this.#check);
    document.removeEventListener("visibilitychange", this.#check);
    this.#socket?.close();
    this.show.close();
    for (const { answer } of this.#waiting.values()) answer({ ok: false, text: T.lost });
    this.#waiting.clear();
  }

  /** What is asked of me. A choice that is none goes on by itself, so nobody is asked for it; and
      what standing orders answer needs nobody either. */
  get asked(): Decision | null {
    return this.decision?.forced || this.decision?.ordered ? null : this.decision;
  }

  /** Hints take their time, and what is said after them waits its turn. */
  get #thinking(): boolean {
    return [...this.#waiting.values()].some(({ text }) => text.startsWith('{"t":"hint"'));
  }

  /** Is the other end still there? A network can fall silent without closing anything. */
  #check = (): void => {
    if (this.#closed || this.missing || this.#thinking || document.hidden) return;
    const socket = this.#socket;
    if (socket?.readyState === WebSocket.OPEN) {
      if (!this.#patience) this.#expect(PATIENCE);
      socket.send(JSON.stringify({ t: "ping", id: ++this.#next }));
    } else if (this.#timer) {
      clearTimeout(this.#timer);
      this.#connect();
    }
  };

  /** Anything that is heard in time will do. */
  #expect(within: number): void {
    clearTimeout(this.#patience);
    const socket = this.#socket;
    this.#patience = window.setTimeout(() => {
      this.#patience = 0;
      // A dead connection may take minutes to close; nobody waits for it.
      if (socket) socket.onclose = socket.onmessage = socket.onopen = null;
      socket?.close();
      this.#lost();
    }, within);
  }

  #lost(): void {
    clearTimeout(this.#patience);
    this.#patience = 0;
    this.connected = false;
    if (this.#closed || this.missing) return;
    this.trouble = T.reconnecting;
    this.#timer = window.setTimeout(() => this.#connect(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, 8000);
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/play`);
    this.#socket = socket;
    this.#timer = 0;
    this.#expect(2 * PATIENCE);
    socket.onopen = () => {
      this.#astray = Date.now(); // it is answered by the whole
      socket.send(
        JSON.stringify({
          t: "hello",
          token: this.token,
          seen: this.#known?.n ?? 0,
          heard: this.chatFrom - 1 + this.chat.length,
          protocol: PROTOCOL,
        }),
      );
      for (const { text } of this.#waiting.values()) socket.send(text);
    };
    socket.onmessage = (message) => {
      clearTimeout(this.#patience);
      this.#patience = 0;
      this.#hear(JSON.parse(message.data));
    };
    socket.onclose = () => this.#lost();
  }

  #hear(message: ServerMessage): void {
    if (message.t === "update") this.#update(message);
    else if (message.t === "delta") this.#change(message);
    else if (message.t === "table") {
      this.header = gathered(message.header);
      this.you = message.you;
      this.unseated = !!this.token && message.you === null;
      if (this.connected) return;
      this.connected = true;
      this.trouble = "";
      this.#delay = 400;
    } else if (message.t === "nudge") this.nudge = message;
    else if (message.t === "stand_in") this.standIn = message;
    else if (message.t === "chat") this.chat = [...this.chat, message];
    else if (message.t === "talk" && message.id === null) this.#catchUp(message);
    else if (message.t === "orders") {
      // What I have changed since then is on its way.
      if (!this.#ordering) this.orders = message.orders;
    } else if (message.t === "guide") this.show.guide(message.guide);
    else if (message.id === null) {
      if (message.t === "no") {
        this.unseated = !!this.token && message.text.includes("holds no seat");
        this.trouble = message.text;
        this.missing = !this.view && !this.header && !this.unseated;
      }
    } else {
      // Whatever the server complained of, it answers again.
      if (message.t !== "no" && this.connected) this.trouble = "";
      const asked = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      asked?.answer({ ...message, ok: message.t !== "no" });
    }
  }

  /** What an update changes. Where the one before is missing, the whole is asked for. */
  #change(message: DeltaMessage): void {
    const seen = this.#known?.n ?? 0;
    if (follows(this.#known, message)) {
      this.#update(next(this.#known, message, this.#told));
    } else if (Date.now() - this.#astray > PATIENCE) {
      this.#astray = Date.now();
      this.#socket?.send(JSON.stringify({ t: "whole", id: ++this.#next, seen }));
    }
  }

  /** An update is known from now on; it is shown when its turn has come. */
  #update(message: UpdateMessage): void {
    this.#known = message;
    this.#astray = 0;
    this.#told = message.events.at(-1)?.n ?? this.#told;
    // A clock runs, whatever is being shown.
    this.clock = message.clock;
    this.show.hear(message);
  }

  /** An update as a whole, when everything it tells was shown. */
  settle(message: UpdateMessage): void {
    this.n = message.n;
    this.view = message.view;
    this.decision = message.decision;
    this.anytime = message.anytime;
    this.give = message.give;
    this.undoable = message.undo;
    this.prompt = message.prompt;
    this.guide = message.guide;
    const kept = this.events.filter((event) => event.update <= message.since);
    this.events = [...kept, ...message.events];
    void this.#fill();
  }

  /** A moment on the way there. Nothing can be decided before its end is seen. */
  step(view: GameView, told: GameEvent[]): void {
    this.view = view;
    this.decision = this.give = null;
    this.anytime = [];
    this.undoable = false;
    if (told.length) this.events = [...this.events, ...told];
  }

  /** A long game is told a page at a time: ask for what is missing, the latest first. */
  async #fill(): Promise<void> {
    if (this.#filling) return;
    this.#filling = true;
    for (let at = gap(this.events); at >= 0; at = gap(this.events)) {
      const { events: page } = await this.ask({ t: "story", before: this.events[at]!.n });
      const [first, last] = [page?.[0], page?.at(-1)];
      if (!page || !first || !last) break;
      const earlier = this.events.filter((event) => event.n < first.n);
      this.events = [...earlier, ...page, ...this.events.filter((event) => event.n > last.n)];
    }
    this.#filling = false;
  }

  #catchUp(talk: TalkMessage): void {
    const follows = talk.first === this.chatFrom + this.chat.length;
    this.chat = follows ? [...this.chat, ...talk.said] : talk.said;
    if (!follows) this.chatFrom = talk.first;
  }

  /** Fetch what was said before the lines that are here. */
  async earlierTalk(): Promise<void> {
    const before = this.chatFrom;
    const { first, said } = await this.ask({ t: "talk", before });
    if (first === undefined || !said || before !== this.chatFrom) return;
    this.chat = [...said, ...this.chat];
    this.chatFrom = first;
  }

  ask(message: Asked): Promise<Answer> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN)
      return Promise.resolve({ ok: false, text: T.reconnecting });
    const id = ++this.#next;
    const text = JSON.stringify({ ...message, id });
    return new Promise((answer) => {
      this.#waiting.set(id, { text, answer });
      socket.send(text);
      // A button that does nothing is the first sign of a network that has fallen silent.
      if (!this.#thinking && !this.#patience) this.#expect(PATIENCE);
    });
  }

  /** Change some of my orders. The next change goes on from here, before the server has answered. */
  async order(orders: Orders): Promise<Answer> {
    const before = this.orders;
    this.orders = orders;
    this.#ordering++;
    const answer = await this.ask({ t: "orders", orders });
    this.#ordering--;
    if (!answer.ok && this.orders === orders) this.orders = before;
    return answer;
  }

  async act(action: string): Promise<Answer> {
    const answer = await this.ask({ t: "act", n: this.n, action });
    if (answer.ok) this.desk.acted = Math.max(this.desk.acted, answer.n ?? 0);
    return answer.guide ? { ok: true, instead: true } : answer;
  }

  async past(n: number): Promise<Moment | null> {
    const { view, events, note = null } = await this.ask({ t: "past", n });
    return view && events ? { n, view, events, note } : null;
  }
}
