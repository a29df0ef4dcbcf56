import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { slotAtOrBefore, SLOT_MS } from '../../src/core/time.ts';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts';
import { rounded } from '../support/table.ts';
import { untilBetweenTicks } from './tick-window.ts';
import { turnCases, type TurnCase } from './turn-cases.ts';
import type { LongestTurn } from './turns-main.ts';

export const TURNS = 'turns';
/** No request may keep the event loop for longer. */
export const MAX_TURN_MS = 15;

export interface TurnResult {
  readonly name: string;
  readonly status: number;
  readonly bytes: number;
  /** The longest turn of all rounds. */
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Where the longest turn is in a CPU profile (`--cpu-prof`). */
  readonly startMicros: number;
  readonly durationMs: number;
}

export interface TurnOptions {
  readonly rounds: number;
  readonly flags: readonly string[];
  /** Only cases whose name contains one of these. */
  readonly match: readonly string[];
  readonly folder?: string;
  /** Flags for Node itself, such as `--cpu-prof`. */
  readonly nodeFlags?: readonly string[];
}

/** Sends one request after the other to an otherwise idle service, and reports the longest turn of the event loop during each. */
export async function measureTurns({ rounds, flags, match, ...options }: TurnOptions): Promise<TurnResult[]> {
  const socketFolder = mkdtempSync(join(tmpdir(), 'tidemark-turns-'));
  const socketPath = join(socketFolder, 'meter.sock');
  const service = await startServiceProcess({
    ...options,
    flags,
    main: new URL('./turns-main.js', import.meta.url),
    environment: { TURN_METER: socketPath },
  });
  const meter = connect(socketPath);
  try {
    const headers = { authorization: `Bearer ${await service.token()}` };
    const cases = turnCases(slotAtOrBefore(Date.now()) - SLOT_MS).filter(
      ({ name }) => match.length === 0 || match.some((text) => name.includes(text)),
    );
    const results: TurnResult[] = [];
    for (const turnCase of cases) {
      const result = await measure(turnCase, rounds, service, meter, headers);
      results.push(result);
      console.error(`${result.cpuMs} ms of CPU in the longest turn: ${result.name}`);
    }
    return results;
  } finally {
    meter.destroy();
    await service.stop();
    rmSync(socketFolder, { recursive: true, force: true });
  }
}

async function measure(
  { name, path, headers }: TurnCase,
  rounds: number,
  { baseUrl }: ServiceProcess,
  meter: Socket,
  common: Readonly<Record<string, string>>,
): Promise<TurnResult> {
  let longest = { status: 0, bytes: 0, cpuMs: 0, wallMs: 0, startMicros: 0, durationMs: 0 };
  for (let round = 0; round < rounds; round++) {
    // Requests that take longer than that are not measured while a tick is due.
    await delay(untilBetweenTicks(Date.now()));
    await said<object>(meter, 'start');
    const answer = await fetch(baseUrl + path(round), {
      headers: { 'accept-encoding': 'identity', ...common, ...headers },
    });
    const { byteLength } = await answer.arrayBuffer();
    const turn = await said<LongestTurn>(meter, 'stop');
    if (answer.status !== 200) console.error(`${name}: ${answer.status} for ${path(round)}`);
    longest = {
      ...(turn.cpuMs > longest.cpuMs ? turn : longest),
      wallMs: Math.max(longest.wallMs, turn.wallMs),
      status: answer.status,
      bytes: byteLength,
    };
  }
  return { name, ...longest, cpuMs: rounded(longest.cpuMs, 1), wallMs: rounded(longest.wallMs, 1) };
}

function said<T>(meter: Socket, command: 'start' | 'stop'): Promise<T> {
  return new Promise((resolve, reject) => {
    meter.once('error', reject);
    meter.once('data', (reply) => {
      meter.off('error', reject);
      resolve(JSON.parse(reply.toString()) as T);
    });
    meter.write(command);
  });
}
