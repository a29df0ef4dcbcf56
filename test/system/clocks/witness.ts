import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { formatDatetime, SECOND_MS, type Millis } from '../../../src/core/time.ts';
import type { FakedClock } from './faked-clock.ts';

/** BTC_USD. */
const INDEX_ID = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const CHECK_EVERY_MS = 500;
/** Maximum cache time of a latest value. */
const MAX_FRESH_SECONDS = 30;
/** The service is configured to ping this often; a busy machine may take longer. */
export const PING_MS = 5 * SECOND_MS;
const LONGEST_SILENCE_MS = 3 * PING_MS;
/** Time between a step and its effect, on a busy machine. */
const LENIENCY_MS = 2 * SECOND_MS;
const MAX_PROBLEMS = 20;

interface Client {
  readonly id: string;
  readonly secret: string;
}

/** Continuously observes a service and records violations. Outlives restarts of the service. */
export class Witness {
  readonly problems: string[] = [];
  /** Slots of received ticks, in order of arrival. */
  readonly slots: Millis[] = [];
  readonly #clock: FakedClock;
  #baseUrl = '';
  #token = '';
  #socket: WebSocket | undefined;
  #isNew = true;
  #receivedAt = 0;
  #readiness = { status: 0, body: '' };
  #wrongSince: number | undefined;
  #looking: Promise<void> = Promise.resolve();
  #stop = new AbortController();

  constructor(clock: FakedClock) {
    this.#clock = clock;
  }

  get lastSlot(): Millis {
    return this.slots.at(-1) ?? -Infinity;
  }

  get isReady(): boolean {
    return this.#readiness.status === 200;
  }

  /** The slot that the clock has not reached, as reported by readiness: it may be stored and not yet published. */
  get namedSlot(): Millis | undefined {
    const { status, body } = this.#readiness;
    const [, named] = /behind the last tick, (\S+Z):/.exec(body) ?? [];
    return status === 503 && named !== undefined ? Date.parse(named) : undefined;
  }

  get isBehind(): boolean {
    return this.#clock.now() < this.lastSlot;
  }

  async watch(service: { readonly baseUrl: string; readonly wsUrl: string }): Promise<void> {
    this.#baseUrl = service.baseUrl;
    this.#stop = new AbortController();
    this.#socket = await this.connect(service.wsUrl);
    this.#isNew = true;
    this.#receivedAt = performance.now();
    this.#socket.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString()) as Message));
    this.#socket.send(JSON.stringify({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: INDEX_ID }));
    this.#looking = this.#lookOn();
  }

  async unwatch(): Promise<void> {
    this.#stop.abort();
    this.#socket?.terminate();
    await this.#looking;
  }

  /** A websocket of a client, the built-in one unless named. */
  async connect(wsUrl: string, client?: Client): Promise<WebSocket> {
    const socket = new WebSocket(`${wsUrl}?access_token=${await this.tokenFor(wsUrl, client)}`);
    socket.on('error', () => undefined);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('close', () => reject(new Error('the websocket was closed')));
    });
    return socket;
  }

  async tokenFor(audience: string, client: Client = { id: 'demo', secret: 'demo' }): Promise<string> {
    const answer = await fetch(`${this.#baseUrl}/v3/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: client.id,
        client_secret: client.secret,
        audience,
      }),
    });
    const { access_token: token } = (await answer.json()) as { access_token?: string };
    if (token === undefined) throw new Error(`no token: ${answer.status}`);
    return token;
  }

  /** Resolves with whether the condition became true in time. */
  async until(holds: () => boolean, withinMs: Millis): Promise<boolean> {
    for (const end = performance.now() + withinMs; performance.now() < end; await delay(50))
      if (holds()) return true;
    return holds();
  }

  note(problem: string): void {
    if (this.problems.length < MAX_PROBLEMS)
      this.problems.push(`${formatDatetime(this.#clock.now())}: ${problem}`);
  }

  #receive(message: Message): void {
    this.#receivedAt = performance.now();
    if (message.event !== 'INDEX_TICKER') return;
    const slot = Date.parse(message.timestamp);
    // After a restart, the service sends the last tick again.
    const isShownAgain = this.#isNew && slot === this.lastSlot;
    this.#isNew = false;
    if (isShownAgain) return;
    if (slot <= this.lastSlot) this.note(`the tick of ${message.timestamp} came after a later one, or again`);
    if (this.#clock.latest() < slot) this.note(`the tick of ${message.timestamp} came before its time`);
    this.slots.push(slot);
  }

  async #lookOn(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#look();
      } catch (error) {
        if (!this.#stop.signal.aborted) this.note(`the service does not answer: ${String(error)}`);
      }
      await delay(CHECK_EVERY_MS);
    }
  }

  async #look(): Promise<void> {
    const { signal } = this.#stop;
    const ready = await fetch(`${this.#baseUrl}/readyz`, { signal });
    this.#readiness = { status: ready.status, body: await ready.text() };
    this.#compareReadiness();
    if (performance.now() - this.#receivedAt > LONGEST_SILENCE_MS) this.note('no PING came');
    const headers = { authorization: `Bearer ${this.#token}` };
    const latest = await fetch(`${this.#baseUrl}/v3/index-ticker?indexId=${INDEX_ID}`, { headers, signal });
    await latest.arrayBuffer();
    if (latest.status === 401) this.#token = await this.tokenFor(this.#baseUrl);
    const [, seconds] = /max-age=(\d+)/.exec(latest.headers.get('cache-control') ?? '') ?? [];
    if (Number(seconds ?? 0) > MAX_FRESH_SECONDS) this.note(`max-age=${seconds}`);
  }

  /** While the clock is behind the last tick, readiness must be 503 and say so, after a short delay at most. */
  #compareReadiness(): void {
    const { status, body } = this.#readiness;
    const { namedSlot } = this;
    const isRight = namedSlot === undefined ? !this.isBehind : this.#clock.now() < namedSlot;
    if (isRight) this.#wrongSince = undefined;
    else this.#wrongSince ??= performance.now();
    if (this.#wrongSince === undefined || performance.now() - this.#wrongSince < LENIENCY_MS) return;
    this.#wrongSince = undefined;
    this.note(
      `the clock ${this.isBehind ? 'is' : 'is not'} behind the last tick, and /readyz is ${status}: ${body}`,
    );
  }
}

interface Message {
  readonly event: string;
  readonly timestamp: string;
}
