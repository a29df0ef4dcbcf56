import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { formatDatetime } from '../../src/core/time.ts';
import { residentMemoryOf } from '../support/resident-memory.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { median } from '../support/statistics.ts';

export interface RunningMemory {
  /** Median of the second half of the time. */
  readonly usualMb: number;
  readonly maxMb: number;
}

const EVERY_MS = 1000;

/** Memory of a running service while a client requests all current values and a page of the past once a second. */
export async function measureRunningMemory(
  minutes: number,
  flags: readonly string[],
): Promise<RunningMemory> {
  const service = await startServiceProcess({ flags });
  try {
    const headers = { authorization: `Bearer ${await service.token()}` };
    const read = async (path: string) => {
      const answer = await fetch(service.baseUrl + path, { headers });
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      await answer.arrayBuffer();
    };
    const samples: number[] = [];
    for (const end = performance.now() + minutes * 60_000; performance.now() < end;) {
      await read('/v3/exchange-ticker');
      await read('/v3/index-ticker');
      await read(`/v3/index-ticker?timestamp=${formatDatetime(Date.now())}&size=2000`);
      await delay(EVERY_MS);
      samples.push(residentMemoryOf(service.pid).nowMb);
    }
    const { maxMb } = residentMemoryOf(service.pid);
    return { usualMb: median(samples.slice(samples.length >> 1)), maxMb };
  } finally {
    await service.stop();
  }
}
