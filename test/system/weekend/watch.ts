import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { HOUR_MS, formatDatetime, type Millis } from '../../../src/core/time.ts';
import { bytesIn } from '../../../src/history/inputs/disk-space.ts';
import { InputFolder } from '../../../src/history/inputs/input-folder.ts';
import type { ServiceProcess } from '../../../bench/support/service-process.ts';

export interface Weekend {
  readonly folder: string;
  readonly maxBytes: number;
  /** In market time. */
  readonly until: Millis;
}

export interface Watched {
  readonly looks: number;
  readonly mostBytes: number;
  /** Those of them from which nothing may be dropped. */
  readonly maxHistoryBytes: number;
  /** Hours of inputs that were deleted to free space. */
  readonly droppedHours: number;
  readonly problems: readonly string[];
}

const CHECK_EVERY_MS = 50;
const MAX_PROBLEMS = 20;

/** Polls a service and its data directory until its market time reaches `until`. */
export async function watchWeekend(
  { baseUrl }: Pick<ServiceProcess, 'baseUrl'>,
  { folder, maxBytes, until }: Weekend,
): Promise<Watched> {
  const inputs = new InputFolder(join(folder, 'inputs'));
  const problems: string[] = [];
  let [looks, mostBytes, maxHistoryBytes] = [0, 0, 0];
  let [firstHour, oldestHour, lastTick] = [Number.NaN, -Infinity, 0];
  while (lastTick < until && problems.length < MAX_PROBLEMS) {
    const bytes = bytesIn(folder);
    mostBytes = Math.max(mostBytes, bytes);
    maxHistoryBytes = Math.max(maxHistoryBytes, bytesIn(join(folder, 'history')));
    if (bytes > maxBytes) problems.push(`${formatDatetime(lastTick)}: ${bytes} bytes`);
    const hours = inputs.hours();
    if (hours.some((hour, i) => i > 0 && hour !== hours[i - 1]! + HOUR_MS) || hours[0]! < oldestHour)
      problems.push(`inputs are left of ${hours.map((hour) => formatDatetime(hour)).join(', ')}`);
    oldestHour = hours[0] ?? oldestHour;
    if (Number.isNaN(firstHour)) firstHour = oldestHour;
    const { status } = await fetch(`${baseUrl}/readyz`);
    if (status !== 200) problems.push(`${formatDatetime(lastTick)}: readiness is ${status}`);
    const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
    lastTick = Number(/^tidemark_last_tick_timestamp_seconds (\S+)$/m.exec(metrics)?.[1]) * 1000;
    if (/^tidemark_inputs_total\{outcome="given-up"\} [1-9]/m.test(metrics))
      problems.push(`${formatDatetime(lastTick)}: inputs were given up, not dropped oldest first`);
    looks++;
    await delay(CHECK_EVERY_MS);
  }
  const droppedHours = (oldestHour - firstHour) / HOUR_MS;
  return { looks, mostBytes, maxHistoryBytes, droppedHours, problems };
}
