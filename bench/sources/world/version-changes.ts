import { startWorkerProcess } from '../../support/worker-process.ts';
import type { VersionDelays, VersionInput } from './version-messages.ts';

/** Six times as often as in production, so that a short run has enough changes. */
const TICK_MS = 5000;
const CHANGE_EVERY = 2;

/** The serving loop's delays while the reference data changes, beside a run without changes. */
export async function measureVersionChanges(
  seconds: number,
): Promise<{ readonly without: VersionDelays; readonly with: VersionDelays }> {
  const run = async (changeEvery: number): Promise<VersionDelays> => {
    const input: VersionInput = { seconds, tickMs: TICK_MS, changeEvery };
    const process = await startWorkerProcess<VersionDelays>(
      new URL('./version-server.js', import.meta.url),
      input,
    );
    process.stop();
    return process.reply;
  };
  return { without: await run(0), with: await run(CHANGE_EVERY) };
}
