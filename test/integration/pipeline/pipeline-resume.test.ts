import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ComputedTick } from '../../../src/app/pipeline/compute/index-computer.ts';
import { lastTickOf } from '../../../src/app/pipeline/compute/last-tick.ts';
import { Pipeline, type PipelineHandlers } from '../../../src/app/pipeline/pipeline.ts';
import { QualitySheet } from '../../../src/app/pipeline/compute/quality-sheet.ts';
import type { PreparedTick } from '../../../src/app/pipeline/tick-loop.ts';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { Deferred } from '../../../src/core/async/deferred.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { FileInputStore } from '../../../src/history/inputs/file-input-store.ts';
import { MemoryHistoryBackend } from '../../support/memory-history/memory-history-backend.ts';
import type { QualityRefresh } from '../../../src/latest/quality/quality-refresh.ts';
import { frameOf } from '../../../src/values/receipts/recorded-input.ts';
import { FIRST, RecordedWorld, SEED, sliceOf, storeReference } from '../../support/recorded-world.ts';
import { SOURCES } from '../../../src/app/compose/source-table.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-resume-'));
  mkdirSync(join(folder, 'inputs'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TICKS = 7;
const LAST = FIRST + (TICKS - 1) * SLOT_MS;

/** The data of a service with a state every 10 ticks; returns the ticks, and the one that would have come next. */
async function stoppedService(isRecorded: (tick: number) => boolean) {
  const history = await new MemoryHistoryBackend({ stateEveryTicks: 10 }).openWriter({ windowMs: DAY_MS });
  const space = { shortageFor: () => undefined };
  const settings = { folder: join(folder, 'inputs'), keepMs: DAY_MS, space, onEvent: () => {} };
  const inputs = FileInputStore.open(settings);
  const world = new RecordedWorld();
  let quality: QualityRefresh | undefined;
  for (let tick = 0; tick < TICKS; tick++) {
    const computed = world.next();
    if (isRecorded(tick)) await inputs.append(frameOf(computed));
    const state = history.wantsStateAt(computed.output.at) ? computed.state : undefined;
    await history.append(sliceOf(computed), state);
    quality = new QualitySheet().publish(computed);
  }
  await inputs.close();
  await storeReference(folder);
  return { last: (await lastTickOf(history))!, quality, next: world.next() };
}

type Stopped = Pick<Awaited<ReturnType<typeof stoppedService>>, 'last'>;

/** The first tick of a pipeline that continues from there, and its earlier messages. */
async function resume(stopped: Stopped, quality?: Deferred<QualityRefresh>) {
  const events: unknown[] = [];
  const pipeline = new Pipeline({
    sources: SOURCES.module,
    source: 'simulator',
    options: { world: 'small', seed: SEED, faultRate: 1 },
    folder: '',
  });
  let resolve!: (tick: PreparedTick) => void;
  let reject!: (error: Error) => void;
  const first = new Promise<PreparedTick>((onTick, onFailure) => {
    [resolve, reject] = [onTick, onFailure];
  });
  const handlers: PipelineHandlers = {
    tick: async ({ tick }) => {
      resolve(tick);
      return true;
    },
    'shown-again': ({ tick: { at } }) => events.push(['shown again', at]),
    quality: ({ refresh }) => (quality ? quality.resolve(refresh) : expect.fail('a quality without inputs')),
    'quality-failed': ({ error }) => reject(error),
    'resistance-failed': ({ error }) => reject(error),
    derivatives: async () => undefined,
    reference: () => undefined,
    'reference-failed': ({ error }) => reject(error),
    'reference-stored': () => {},
    'reference-accepted': () => undefined,
    'reference-refused': ({ problems }) => events.push(['refused', problems]),
    'set-aside': () => events.push('set aside'),
    trades: () => undefined,
    skipped: () => undefined,
    'passed-over': () => undefined,
    'source-health': () => undefined,
    'source-trouble': ({ what }) => expect.fail(what),
    'source-ended': () => undefined,
    forgotten: () => events.push('forgotten'),
    'not-recomputed': ({ slots }) => events.push(['not recomputed', slots]),
    recomputed: ({ ticks, missing }) => events.push(['recomputed', ticks, missing]),
    inputs: () => undefined,
  };
  const limits = { limitedFolder: folder, maxBytes: 2 ** 40, leaveBytes: 0 };
  pipeline.begin(
    {
      pace: { startAt: LAST, since: new SystemClock().monotonic(), speed: 100 },
      inputs: { folder: join(folder, 'inputs'), keepMs: DAY_MS, ...limits },
      referenceFile: join(folder, 'reference.log'),
      last: stopped.last,
      known: LAST,
    },
    handlers,
    reject,
  );
  try {
    const tick = await first;
    return { tick, events, quality: await quality?.promise };
  } finally {
    await pipeline.close();
  }
}

/** The time of the tick, and the state and the tick before it. */
function originOf({ record }: PreparedTick) {
  const { at, state, previous } = JSON.parse(Buffer.from(record).toString()) as ComputedTick['record'];
  return { at, state, previous };
}

test('a pipeline updates a state that is older than the last tick, and continues as if it had never stopped', async () => {
  const stopped = await stoppedService(() => true);
  expect(stopped.last.state?.at).toBe(FIRST);
  const { tick, events } = await resume(stopped, new Deferred());
  expect(events).toEqual([
    ['recomputed', TICKS - 1, []],
    ['shown again', LAST],
  ]);
  const { at, state, previous } = stopped.next.record;
  expect(originOf(tick)).toEqual({ at, state, previous });
});

test('the quality of the last tick is computed again, with the counted hours', async () => {
  const stopped = await stoppedService(() => true);
  const { quality } = await resume(stopped, new Deferred());
  expect(quality).toEqual(stopped.quality);
});

test('if inputs are missing it reports which, and continues the same chain with what it has', async () => {
  const stopped = await stoppedService((tick) => tick < 3);
  const { tick, events } = await resume(stopped);
  const missing: Millis[] = [3, 4, 5, 6].map((number) => FIRST + number * SLOT_MS);
  expect(events[0]).toEqual(['recomputed', 2, missing]);
  const { at, state, previous } = stopped.next.record;
  expect(originOf(tick)).toEqual({ at, state: expect.not.stringContaining(state), previous });
});
