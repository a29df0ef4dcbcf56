import { signal, type ReadonlySignal } from '@preact/signals';
import type { Clock } from '../../../clock.ts';
import type { OwnTokens } from '../../../data/own-tokens.ts';
import { COMPAT_QUERY } from '../../../data/compat.ts';
import { eventOf, FrameLog, type Counts, type Frame } from './frame-log.ts';

export interface ConsoleState {
  readonly kind: 'closed' | 'opening' | 'open';
  readonly text: string;
}

export interface Shown {
  readonly frames: readonly Frame[];
  readonly counts: Counts;
}

interface ConsoleParts {
  readonly url: string;
  readonly tokens: OwnTokens;
  readonly clock: Clock;
  readonly closeCodes: ReadonlyMap<number, string>;
}

/** A market sends hundreds of frames at once: the display is updated at this interval. */
const DRAW_MS = 100;

/** An active subscription, as sent. */
export type Subscription = Readonly<Record<string, unknown>>;

/** A separate websocket with a log of its frames. The caller closes it. */
export class StreamConsole {
  readonly #parts: ConsoleParts;
  readonly #log = new FrameLog();
  readonly #state = signal<ConsoleState>({ kind: 'closed', text: 'Not connected' });
  readonly #shown = signal<Shown>({ frames: [], counts: this.#log.counts() });
  readonly #isPaused = signal(false);
  readonly #subscriptions = signal<readonly Subscription[]>([]);
  readonly #requested = new Map<string, Subscription>();
  #socket: WebSocket | undefined;
  #opening: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: ConsoleParts) {
    this.#parts = parts;
  }

  get state(): ReadonlySignal<ConsoleState> {
    return this.#state;
  }

  get shown(): ReadonlySignal<Shown> {
    return this.#shown;
  }

  get isPaused(): ReadonlySignal<boolean> {
    return this.#isPaused;
  }

  /** Subscriptions confirmed by the service. */
  get subscriptions(): ReadonlySignal<readonly Subscription[]> {
    return this.#subscriptions;
  }

  async connect(): Promise<void> {
    const own = new AbortController();
    this.#opening = own;
    this.#state.value = { kind: 'opening', text: 'Connecting' };
    try {
      const token = await this.#parts.tokens.token('stream', own.signal);
      if (this.#opening === own) this.#open(token);
    } catch (error) {
      if (this.#opening !== own) return;
      const why = error instanceof Error ? error.message : String(error);
      this.#state.value = { kind: 'closed', text: `Not connected: ${why}` };
    }
  }

  disconnect(): void {
    this.#opening?.abort();
    this.#opening = undefined;
    if (this.#socket) this.#socket.close(1000);
    else this.#state.value = { kind: 'closed', text: 'Not connected' };
  }

  /** Sends the text unchanged. */
  send(text: string): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(text);
    this.#add('sent', text);
    const message = objectIn(text);
    if (message && /SUBSCRIBE_/.test(String(message['event'])))
      this.#requested.set(replyKey(message), message);
  }

  unsubscribe(subscription: Subscription): void {
    const { event, since: _, ...body } = subscription;
    this.send(JSON.stringify({ event: `UN${String(event)}`, ...body }));
  }

  /** While paused, the display does not change; frames are still counted and stored. */
  pause(isPaused: boolean): void {
    this.#isPaused.value = isPaused;
    if (!isPaused) this.#draw();
  }

  clear(): void {
    this.#log.clear();
    this.#draw();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#opening?.abort();
    this.#opening = undefined;
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close(1000);
  }

  #open(token: string): void {
    const { url } = this.#parts;
    const socket = new WebSocket(`${url}?${COMPAT_QUERY}&access_token=${encodeURIComponent(token)}`);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#state.value = { kind: 'open', text: 'Connected' };
    });
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    socket.addEventListener('close', ({ code, reason }) => {
      if (this.#socket === socket) this.#closed(code, reason);
    });
  }

  #receive(text: string): void {
    this.#add('received', text);
    const event = eventOf(text);
    // The service closes clients that do not reply to a PING.
    if (event === 'PING') this.send('{"event":"PONG"}');
    else if (/SUBSCRIBED_/.test(event)) this.#confirmed(event, objectIn(text));
  }

  #confirmed(event: string, reply: Subscription | undefined): void {
    const requested =
      reply && this.#requested.get(replyKey({ ...reply, event: event.replace('SUBSCRIBED', 'SUBSCRIBE') }));
    if (!requested) return;
    const isEnd = event.startsWith('UN');
    const key = subscriptionKey(requested);
    const others = this.#subscriptions.peek().filter((each) => subscriptionKey(each) !== key);
    this.#subscriptions.value = isEnd ? others : [...others, requested];
  }

  #closed(code: number, reason: string): void {
    this.#socket = undefined;
    this.#subscriptions.value = [];
    this.#requested.clear();
    if (code === 1008) this.#parts.tokens.refused('stream');
    const meaning = reason || this.#parts.closeCodes.get(code) || '';
    const text = `Closed with ${code}${meaning === '' ? '' : `: ${meaning}`}`;
    this.#add('state', text);
    this.#state.value = { kind: 'closed', text };
  }

  #add(kind: Frame['kind'], text: string): void {
    this.#log.add(kind, text, this.#parts.clock.now());
    this.#timer ??= setTimeout(() => this.#draw(), DRAW_MS);
  }

  #draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const frames = this.#isPaused.peek() ? this.#shown.peek().frames : this.#log.frames();
    this.#shown.value = { frames, counts: this.#log.counts() };
  }
}

function objectIn(text: string): Subscription | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Subscription) : undefined;
  } catch (error) {
    // Users may send invalid JSON to see the error.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A reply has the requestId of its request. */
const replyKey = ({ event, requestId }: Subscription) => `${String(event)} ${JSON.stringify(requestId)}`;

/** Subscriptions with the same subject are equal, however they were requested. */
function subscriptionKey(subscription: Subscription): string {
  const { event, requestId: _, since: __, ...body } = subscription;
  return `${String(event).replace(/^UN/, '')} ${JSON.stringify(Object.entries(body).toSorted())}`;
}
