import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { IndexComputer, type ComputedTick } from '../../../src/app/pipeline/compute/index-computer.ts';
import { TickLoop } from '../../../src/app/pipeline/tick-loop.ts';
import { VersionKeeper } from '../../../src/app/pipeline/compute/version-keeper.ts';
import { sha256 } from '../../../src/app/process/sha256.ts';
import { slotAfter } from '../../../src/core/time.ts';
import { hashRecord } from '../../../src/engine/record/tick-record.ts';
import { DerivativeRefreshWriter } from '../../../src/latest/derivatives/derivative-refresh-writer.ts';
import { MarketCapRefreshWriter } from '../../../src/latest/market-caps/market-cap-refresh-writer.ts';
import { ReferenceLog } from '../../../src/reference/versions/reference-log.ts';
import type { Source } from '../../../src/sources/source.ts';
import type { ManualClock } from '../manual-clock.ts';

const STEP_MS = 1000;

/** The hash of a tick's record, which depends on its inputs, its values and the previous tick. */
export function recordHash({ record }: ComputedTick): string {
  return hashRecord(record, sha256);
}

/**
 * Computes a number of ticks of a source as the service does, in time that passes as fast as they can be computed.
 * `before` is called before each second.
 */
export async function computedTicks(
  source: Source,
  clock: ManualClock,
  count: number,
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<ComputedTick[]> {
  const folder = mkdtempSync(join(tmpdir(), 'computed-'));
  const fail = (problem: unknown) => {
    throw new Error(String(problem));
  };
  const store = await ReferenceLog.open(join(folder, 'reference.log'), fail);
  const first = slotAfter(clock.now());
  const keeping = {
    store,
    publish: () => undefined,
    onFailure: fail,
    onRefused: fail,
    onAccepted: () => undefined,
  };
  const versions = await VersionKeeper.begin(keeping, source.reference(first), first);
  const ticks: ComputedTick[] = [];
  const stop = new AbortController();
  const loop = new TickLoop({
    source,
    clock,
    versions,
    computer: new IndexComputer(versions.inForce),
    marketCapSheet: new MarketCapRefreshWriter(),
    derivativeSheet: new DerivativeRefreshWriter(),
    record: async (tick) => {
      ticks.push(tick);
      return true;
    },
    publish: async () => true,
    publishDerivatives: async () => undefined,
    onLateSlot: fail,
    onSkippedSlot: fail,
    onTrades: () => undefined,
  });
  const running = loop.run(stop.signal);
  while (ticks.length < count) {
    await settled(clock);
    await before();
    clock.advance(STEP_MS);
  }
  stop.abort();
  await running;
  await store.close();
  rmSync(folder, { recursive: true, force: true });
  return ticks.slice(0, count);
}

/** Waits until callbacks of the last step wait for the next one, and their writes are done. */
async function settled(clock: ManualClock): Promise<void> {
  do await setImmediate();
  while (clock.waiting === 0 || process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq')));
}
