// The director: what happened is queued, and shown one scene after the other. Nothing on the table
// runs ahead of what was shown, and nobody waits longer than they like: scenes can be skipped, they
// hurry when much has come together or a clock runs down, and a page that nobody sees shows nothing.
import type { Decision, FactionName, GameEvent, GameView, UpdateMessage } from "../types";
import { begun, done } from "./patches";
import { doneBy, scenesOf, type Scene } from "./scenes";

/** The table that is shown; the director alone changes it. */
export interface Shown {
  /** What it shows now; nothing before the first update. */
  readonly view: GameView | null;
  readonly decision: Decision | null;
  readonly n: number;
  /** A moment between two updates: what lies where, and what is told with it. */
  step(view: GameView, told: GameEvent[]): void;
  /** A whole update, as the server sent it. */
  settle(message: UpdateMessage): void;
  /** The scene that is on, or none; and whether a question of mine comes after it. */
  stage(scene: Scene | null, due: boolean): void;
  /** What is seen to move though nobody waits for it. */
  flourish(scene: Scene): void;
  /** What was left out, and is only told. */
  passed(events: GameEvent[]): void;
}
/** What the director has to know of the world around it. */
export interface World {
  /** 1, 3, or Infinity for at once. */
  speed(): number;
  /** Nobody looks at the page. */
  hidden(): boolean;
  /** Seconds since 1970. */
  now(): number;
  /** Calls back after so many milliseconds; answers how to call that off. */
  wait(ms: number, go: () => void): () => void;
}

/** At most so much is shown one after the other before it is hurried, in milliseconds. */
const BEHIND = 9000;
/** The same while a question waits for its player. */
const BEHIND_ASKED = 4500;
/** Of a clock that runs, so much may pass in showing. */
const SHARE = 0.2;
/** With fewer seconds left nothing is shown. */
const SHORT = 6;
/** What would be shorter than this is not shown at all. */
const BLINK = 25;

const asks = (message: UpdateMessage | undefined) =>
  message?.decision && !message.decision.forced ? message.decision : null;

export class Director {
  #queue: UpdateMessage[] = [];
  /** The update that is being shown, what is left of it, and its scene that is on. */
  #current: UpdateMessage | null = null;
  #scenes: Scene[] = [];
  #scene: Scene | null = null;
  #stop: () => void = () => {};
  #ends = 0;
  #rush = false;

  constructor(
    readonly shown: Shown,
    readonly world: World,
  ) {}

  /** The update that came last, be it shown or not. */
  get latest(): UpdateMessage | null {
    return this.#queue.at(-1) ?? this.#current;
  }
  get playing(): boolean {
    return this.#scene !== null;
  }

  hear(message: UpdateMessage): void {
    const instant = this.#instant(message);
    this.#queue.push(message);
    if (instant) this.#flush();
    else if (!this.#scene) this.#next();
    else this.#hasten(this.#scene);
    if (asks(message)) this.#rush = false;
  }
  /** The present scene has been seen. */
  seen(): void {
    if (this.#scene) this.#end();
  }
  /** On to what is asked of me: everything until then is left out, what has not come yet too. */
  skip(): void {
    this.#rush = !asks(this.latest ?? undefined);
    this.#flush();
  }
  /** The speed was changed, or the page was hidden. */
  refresh(): void {
    if (this.world.hidden() || this.world.speed() === Infinity) this.#flush();
  }
  close(): void {
    this.#stop();
    this.#queue = [];
    this.#scenes = [];
    this.#scene = this.#current = null;
  }

  /** Is there nothing to be shown of it? */
  #instant(message: UpdateMessage): boolean {
    const { shown, world } = this;
    if (!shown.view || world.hidden() || world.speed() === Infinity || this.#rush) return true;
    // What tells again what was told before, as after a connection was lost.
    return message.since < (this.latest?.n ?? shown.n);
  }
  /** A question that is open stays as it is, whatever others do meanwhile. */
  #goesOn(message: UpdateMessage): boolean {
    const now = this.shown.decision;
    return !!now && !now.forced && now.opened === message.decision?.opened;
  }
  #due(): boolean {
    return !!asks(this.latest ?? undefined);
  }
  #me(): FactionName | null {
    return this.shown.view?.me?.faction ?? null;
  }

  #next(): void {
    for (let message = this.#queue.shift(); message; message = this.#queue.shift()) {
      const scenes = scenesOf(message, this.shown.view!, this.#me());
      const open = this.#goesOn(message);
      let own = 0;
      while (own < scenes.length && (open || doneBy(scenes[own]!, this.#me())))
        this.shown.flourish(scenes[own++]!);
      if (own === scenes.length) this.shown.settle(message);
      else {
        this.#current = message;
        this.#scenes = scenes.slice(own);
        // What I did myself is done before it is shown what followed from it.
        const mine = scenes.slice(0, own).flatMap((one) => one.events);
        const view = mine.reduce((now, event) => done(begun(now, event), event), this.shown.view!);
        return this.#begin(view, mine);
      }
    }
    this.#scene = this.#current = null;
    this.shown.stage(null, false);
  }
  #begin(view: GameView, told: GameEvent[]): void {
    const scene = this.#scenes.shift()!;
    this.#scene = scene;
    const started = scene.events.reduce(
      begun,
      scene.battle ? { ...view, battle: scene.battle } : view,
    );
    const ms = scene.ms / this.#pace(scene);
    this.shown.step(started, [...told, ...scene.events]);
    if (ms < BLINK) return this.#end();
    this.#stay(scene, ms);
  }
  #stay(scene: Scene, ms: number): void {
    this.shown.stage(scene, this.#due());
    this.#ends = this.world.now() * 1000 + ms;
    this.#stop = this.world.wait(ms, () => this.#end());
  }
  /** More has come, perhaps a question with a clock: the scene that is on may have less time now. */
  #hasten(scene: Scene): void {
    const left = this.#ends - this.world.now() * 1000;
    const ms = scene.ms / this.#pace(scene);
    this.#stop();
    if (ms < BLINK) this.#end();
    else this.#stay(scene, Math.min(left, ms));
  }
  #end(): void {
    this.#stop();
    const ended = this.#scene!.events.reduce(done, this.shown.view!);
    if (this.#scenes.length) return this.#begin(ended, []);
    const message = this.#current!;
    this.#scene = this.#current = null;
    this.shown.settle(message);
    this.#next();
  }
  #flush(): void {
    this.#stop();
    const waiting = [...(this.#current ? [this.#current] : []), ...this.#queue];
    this.#queue = [];
    this.#scenes = [];
    this.#scene = this.#current = null;
    const first = !this.shown.view;
    for (const message of waiting) this.shown.settle(message);
    if (!first) this.shown.passed(waiting.flatMap((one) => one.events));
    this.shown.stage(null, false);
  }

  /** How much faster than at the speed of one this scene is shown. */
  #pace(scene: Scene): number {
    const speed = this.world.speed();
    const left = this.#left();
    const rest = [scene, ...this.#scenes, ...this.#waiting()];
    const all = rest.reduce((sum, one) => sum + one.ms, 0) / speed;
    if (left < SHORT) return Infinity;
    const pressed = Math.max(1, all / (left * 1000 * SHARE));
    if (scene.firm) return speed * pressed;
    const loose = rest.reduce((sum, one) => sum + (one.firm ? 0 : one.ms), 0) / speed;
    const limit = (this.#due() ? BEHIND_ASKED : BEHIND) / speed;
    return speed * Math.max(pressed, loose / limit);
  }
  /** Scenes of what waits behind the present update. What they begin with matters little here. */
  #waiting(): Scene[] {
    return this.#queue.flatMap((one) => scenesOf(one, this.shown.view!, this.#me()));
  }
  /** Seconds that are left for my question, if one waits and has a clock. */
  #left(): number {
    const last = this.latest;
    const me = this.#me();
    const end = me && asks(last ?? undefined) ? last!.clock[me] : undefined;
    return end === undefined ? Infinity : end - this.world.now();
  }
}
