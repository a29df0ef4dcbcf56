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
const send = (message: FromScrub) => parentPort?.postMessage(message);

// On Linux this affects only the calling thread; elsewhere it would affect the whole process.
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
      send({ kind: 'state', state, quarantined: quarantinedCount(join(folder, QUARANTINE)) }),
  });
  // For example a full or unreadable disk: the scrub resumes where it stopped.
  await scrub
    .run(new AbortController().signal)
    .catch((error: unknown) => send({ kind: 'failed', error: error as Error }));
  await clock.wait(SCRUB_RETRY_MS);
}

/** Measures disk use for metrics, so that a scrape does not touch the disk. */
async function measure(): Promise<never> {
  for (;;) {
    try {
      send({ kind: 'use', use: measureDirectory(folder) });
    } catch (error) {
      send({ kind: 'failed', error: error as Error });
    }
    await clock.wait(MEASURE_EVERY_MS);
  }
}
