import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { formatDatetime, SECOND_MS, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { startServiceProcess, type ServiceProcess } from '../../../bench/support/service-process.ts';
import { FakedClock } from './faked-clock.ts';
import { PING_MS, Witness } from './witness.ts';

/** A change of the clock, and its time. */
export interface ClockCase {
  readonly name: string;
  readonly stepMs: Millis;
  /** Time until the clock is corrected; absent: it is not. */
  readonly correctedAfterMs?: Millis;
  /** The slot after which it is set, as time of day; ends of hours and days matter because they are sealed then. */
  readonly after: string;
  /** Set while the service starts, instead of after its first tick. */
  readonly atStart?: boolean;
  /** The service is started again while the clock is wrong. */
  readonly restart?: 'stop' | 'kill';
}

export interface CaseReport {
  readonly name: string;
  readonly slots: readonly string[];
  readonly problems: readonly string[];
}

const MAIN = fileURLToPath(new URL('../../../src/cli/main.js', import.meta.url));
const DAY = '2026-03-02T';
/** Time before the slot of the change: long enough for a start on a busy machine. */
const LEAD_MS = 20 * SECOND_MS;
/** Observation time of a clock that stays wrong: at least one slot passes. */
const WATCHED_MS = 35 * SECOND_MS;
/** A disabled client is disconnected after 5 s; a busy machine may take a little longer. */
const DISABLED_WITHIN_MS = 7 * SECOND_MS;
/** Counted from when the clock can reach the next slot. */
const NEXT_TICK_WITHIN_MS = SLOT_MS + 10 * SECOND_MS;

/** Runs the service through a change of its clock, and reports problems. */
export async function runClockCase(plan: ClockCase): Promise<CaseReport> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-clocks-'));
  const first = Date.parse(`${DAY}${plan.after}Z`);
  const clock = new FakedClock(folder, first - LEAD_MS);
  const run = new CaseRun(plan, join(folder, 'data'), clock, first);
  try {
    await run.carryOut();
  } catch (error) {
    run.witness.note(String(error));
  } finally {
    await run.end();
    rmSync(folder, { recursive: true, force: true });
  }
  const { problems, slots } = run.witness;
  return { name: plan.name, slots: slots.map(formatDatetime), problems };
}

class CaseRun {
  readonly witness: Witness;
  readonly #plan: ClockCase;
  readonly #data: string;
  readonly #clock: FakedClock;
  readonly #first: Millis;
  #service: ServiceProcess | undefined;

  constructor(plan: ClockCase, data: string, clock: FakedClock, first: Millis) {
    this.#plan = plan;
    this.#data = data;
    this.#clock = clock;
    this.#first = first;
    this.witness = new Witness(clock);
  }

  async carryOut(): Promise<void> {
    const { stepMs, correctedAfterMs, atStart, restart } = this.#plan;
    const starting = this.#start();
    if (atStart) {
      await delay(SECOND_MS);
      this.#clock.step(stepMs);
    }
    const service = await starting;
    const client = await this.#connectClient(service);
    if (!atStart) {
      await this.#expect(
        'the first tick',
        () => this.witness.lastSlot >= this.#first,
        LEAD_MS + NEXT_TICK_WITHIN_MS,
      );
      this.#clock.step(stepMs);
    }
    const inputs = this.#inputHours();
    const steppedAt = performance.now();
    if (restart) await this.#startAgain(restart);
    else await this.#disable(client);
    const left = (correctedAfterMs ?? WATCHED_MS) - (performance.now() - steppedAt);
    await delay(Math.max(0, left));
    if (correctedAfterMs !== undefined) this.#clock.step(-stepMs);
    await this.#expectTicks();
    const lost = inputs.filter((hour) => !this.#inputHours().includes(hour));
    if (lost.length > 0) this.witness.note(`inputs are gone: ${lost.join()}`);
    await this.#stop();
    await this.#readBack();
  }

  /** Ticks continue: at once if the clock is past the last one, otherwise as soon as it is. */
  async #expectTicks(): Promise<void> {
    const { witness } = this;
    await delay(2 * SECOND_MS);
    if (witness.isBehind || witness.namedSlot !== undefined) {
      await this.#expect('a readiness that says why', () => witness.namedSlot !== undefined, 2 * SECOND_MS);
      const { namedSlot = witness.lastSlot } = witness;
      // A stored tick may not be published yet. Time continues from shortly before it, so that a premature tick would be noticed.
      const next = namedSlot > witness.lastSlot ? namedSlot : namedSlot + SLOT_MS;
      this.#clock.set(next - 5 * SECOND_MS);
    }
    const last = witness.lastSlot;
    await this.#expect('a tick', () => witness.lastSlot > last, NEXT_TICK_WITHIN_MS);
    await this.#expect('readiness', () => witness.isReady, 5 * SECOND_MS);
  }

  async #start(): Promise<ServiceProcess> {
    const { environment } = this.#clock;
    const flags = ['--world', 'small', '--stream-ping-ms', String(PING_MS)];
    const service = await startServiceProcess({ folder: this.#data, flags, environment });
    this.#service = service;
    await this.witness.watch(service);
    return service;
  }

  async #startAgain(how: 'stop' | 'kill'): Promise<void> {
    await this.#stop(how);
    await this.#start();
  }

  async #stop(how: 'stop' | 'kill' = 'stop'): Promise<void> {
    await this.witness.unwatch();
    const service = this.#service;
    this.#service = undefined;
    const startedAt = performance.now();
    await service?.[how]();
    if (performance.now() - startedAt > 15 * SECOND_MS) this.witness.note('the service did not stop');
  }

  /** Adds a client, and opens a websocket with its token. */
  async #connectClient({ wsUrl }: ServiceProcess): Promise<ConnectedClient> {
    const text = await this.#tidemark('clients', 'add', '--name', 'a test', '--json');
    const { client: added, secret } = JSON.parse(text) as { client: { id: string }; secret: string };
    const socket = await this.witness.connect(wsUrl, { id: added.id, secret });
    const client = { id: added.id, isClosed: false };
    socket.on('close', () => (client.isClosed = true));
    return client;
  }

  async #disable(client: ConnectedClient): Promise<void> {
    if (client.isClosed) this.witness.note('a client was cut');
    await this.#tidemark('clients', 'disable', client.id);
    await this.#expect('the end of a disabled client', () => client.isClosed, DISABLED_WITHIN_MS);
  }

  /** Checks all stored data, from files: nothing occurs twice, and recomputed values are the same. */
  async #readBack(): Promise<void> {
    const indexId = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
    const stored = instantsIn(
      await this.#tidemark('export', 'ticks', '--format', 'ndjson', '--index', indexId),
    );
    const missing = this.witness.slots.filter((slot) => !stored.includes(slot));
    if (missing.length > 0) this.witness.note(`not in history: ${missing.map(formatDatetime).join()}`);
    const days = instantsIn(
      await this.#tidemark('export', 'ohlcv', '--format', 'ndjson', '--index', indexId),
    );
    for (const instants of [stored, days])
      if (new Set(instants).size !== instants.length) this.witness.note(`stored twice: ${instants.join()}`);
    const verified = JSON.parse(await this.#tidemark('verify', '--json')) as Verified;
    if (verified.verified === 0 || verified.different + verified.brokenLinks.length > 0)
      this.witness.note(`verify: ${JSON.stringify(verified)}`);
  }

  #inputHours(): string[] {
    return readdirSync(join(this.#data, 'inputs')).filter((name) => name.endsWith('.inputs'));
  }

  async #tidemark(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args, '--data', this.#data], {
      maxBuffer: Infinity,
      env: { ...process.env, ...this.#clock.environment },
    });
    return stdout;
  }

  async #expect(what: string, holds: () => boolean, withinMs: Millis): Promise<void> {
    if (!(await this.witness.until(holds, withinMs)))
      this.witness.note(`${what} did not come within ${withinMs} ms`);
  }

  async end(): Promise<void> {
    await this.witness.unwatch();
    await this.#service?.kill();
  }
}

interface ConnectedClient {
  readonly id: string;
  readonly isClosed: boolean;
}

interface Verified {
  readonly verified: number;
  readonly different: number;
  readonly brokenLinks: readonly string[];
}

function instantsIn(lines: string): Millis[] {
  return [...lines.matchAll(/"timestamp":"([^"]+)"/g)].map(([, at]) => Date.parse(at ?? ''));
}
