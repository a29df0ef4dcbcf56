import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS, formatDatetime, HOUR_MS, MINUTE_MS, type Millis } from '../../src/core/time.ts';
import { filledDirectory } from '../support/filled-directory.ts';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts';

export interface LateRestarts {
  readonly takenMs: readonly number[];
  /** How long the previous day took. */
  readonly daySeconds: number;
}

export interface LatePlan {
  readonly rounds: number;
  /** Hour and minute from which ticks are computed; the back-fill fills in the time before. */
  readonly from: string;
  readonly world: string;
}

/** A fixed day makes runs comparable. */
const DAY = Date.UTC(2026, 2, 10);
const LATE = DAY + DAY_MS - 5 * MINUTE_MS;
const FASTEST = '10000';
const POLL_MS = 100;

/** Kills the service at 23:55 of a stored day, then each time as soon as it is ready again, with the same data. */
export async function measureLateRestarts({ rounds, from, world }: LatePlan): Promise<LateRestarts> {
  const startedAt = performance.now();
  const flags = ['--world', world, '--start', `${formatDatetime(DAY).slice(0, 10)}T${from}:00Z`];
  const folder =
    from === '00:00' ? mkdtempSync(join(tmpdir(), 'tidemark-bench-late-')) : await filledDirectory(1, flags);
  try {
    let last = await runUntilLate(folder, flags);
    const daySeconds = (performance.now() - startedAt) / 1000;
    const takenMs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const restartedAt = performance.now();
      const service = await startServiceProcess({ folder, flags });
      takenMs.push(performance.now() - restartedAt);
      try {
        last = await checked(service, last);
      } finally {
        await service.kill();
      }
    }
    return { takenMs, daySeconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Computes and stores ticks as fast as possible, then kills the service. Returns the last tick that it served. */
async function runUntilLate(folder: string, flags: readonly string[]): Promise<Millis> {
  const service = await startServiceProcess({ folder, flags: [...flags, '--speed', FASTEST] });
  try {
    const token = await service.token();
    let last = 0;
    for (let reportedAt = 0; last < LATE;) {
      await delay(POLL_MS);
      last = await lastTick(service, token);
      if (last < reportedAt + HOUR_MS) continue;
      reportedAt = last;
      console.error(`the day is at ${formatDatetime(last)}`);
    }
    return last;
  } finally {
    await service.kill();
  }
}

/** A tick served before the crash must still be there, and the day must not have ended. */
async function checked(service: ServiceProcess, before: Millis): Promise<Millis> {
  const now = await lastTick(service, await service.token());
  if (now < before) throw new Error(`${formatDatetime(before)} was served before the crash and is lost`);
  if (now >= DAY + DAY_MS) throw new Error('the day ended during the rounds: use a smaller --rounds');
  return now;
}

/** The newest value of any LX. */
async function lastTick(service: ServiceProcess, token: string): Promise<Millis> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${service.baseUrl}/v3/index-ticker?indexType=LX`, { headers });
  if (answer.status !== 200) throw new Error(`the service responded ${answer.status}`);
  const { content } = (await answer.json()) as { content: { timestamp: string }[] };
  return Math.max(...content.map(({ timestamp }) => Date.parse(timestamp)));
}
