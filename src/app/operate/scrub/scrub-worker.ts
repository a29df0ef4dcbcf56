import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { SystemClock } from '../../../core/clocks/clock.ts';
import { quarantinedCount } from '../../../disk/quarantine.ts';
import { ScrubFile } from '../../../history/scrub/scrub-file.ts';
import { Scrub } from '../../../history/scrub/scrub.ts';
import { measureDirectory } from '../../directory/health/directory-use.ts';
import { QUARANTINE } from '../../directory/data-format.ts';
import {
  MEASURE_EVERY_MS,
  SCRUB_RETRY_MS,
  type FromScrub,
  type ScrubInput,
} from '../../directory/health/scrub-messages.ts';
import { partsOf } from './stored-parts.ts';

const LOWEST_PRIORITY = 19;

const { folder, everyMs } = workerData as ScrubInput;
const say = (message: FromScrub) => parentPort?.postMessage(message);

// On Linux this is of the calling thread alone; elsewhere it would be of the whole process.
if (process.platform === 'linux') setPriority(0, LOWEST_PRIORITY);

const clock = new SystemClock();
const file = new ScrubFile(folder);
void measure();
for (;;) {
  const scrub = new Scrub({
    parts: partsOf(folder),
    clock,
    everyMs,
    file,
    onState: (state) =>
      say({ kind: 'state', state, quarantined: quarantinedCount(join(folder, QUARANTINE)) }),
  });
  // Such as a disk that is full, or that cannot be read: it is tried again, from where it was.
  await scrub
    .run(new AbortController().signal)
    .catch((error: unknown) => say({ kind: 'failed', error: error as Error }));
  await clock.wait(SCRUB_RETRY_MS);
}

/** Metrics tell what was measured last: a scrape does not walk through the disk. */
async function measure(): Promise<never> {
  for (;;) {
    try {
      say({ kind: 'use', use: measureDirectory(folder) });
    } catch (error) {
      say({ kind: 'failed', error: error as Error });
    }
    await clock.wait(MEASURE_EVERY_MS);
  }
}
