import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RecordingEvent } from '../../../src/app/pipeline/input-recorder.ts';
import { Pipeline, type PipelineHandlers } from '../../../src/app/pipeline/pipeline.ts';
import type { Beginning } from '../../../src/app/pipeline/pipeline-messages.ts';
import { Deferred } from '../../../src/core/async/deferred.ts';
import { frameOf } from '../../../src/values/receipts/recorded-input.ts';
import { buildWorld } from '../../../src/simulator/world.ts';
import { SOURCES } from '../../../src/app/compose/source-table.ts';
import { temporaryFolders } from '../../support/data-folder.ts';
import { FIRST, RecordedWorld, SEED } from '../../support/recorded-world.ts';

const newFolder = temporaryFolders();

const BEGINNING: Beginning = {
  inputs: { folder: '', keepMs: 0, limitedFolder: '', maxBytes: 0, leaveBytes: 0 },
  referenceFile: '',
};

const unexpected = (): never => {
  throw new Error('the pipeline was never started');
};
const HANDLERS: PipelineHandlers = {
  tick: unexpected,
  'shown-again': unexpected,
  quality: unexpected,
  'quality-failed': unexpected,
  'resistance-failed': unexpected,
  derivatives: unexpected,
  reference: unexpected,
  'reference-failed': unexpected,
  'reference-stored': unexpected,
  'reference-accepted': unexpected,
  'reference-refused': unexpected,
  'set-aside': unexpected,
  trades: unexpected,
  skipped: unexpected,
  'passed-over': unexpected,
  'source-health': unexpected,
  'source-trouble': unexpected,
  'source-ended': unexpected,
  forgotten: unexpected,
  'not-recomputed': unexpected,
  recomputed: unexpected,
  inputs: unexpected,
};

test('the thread prepares the source, and reports the basis of its modelled past', async () => {
  const pipeline = new Pipeline({
    sources: SOURCES.module,
    source: 'simulator',
    options: { world: 'small', seed: 'tidemark', faultRate: 0 },
    folder: '',
  });
  try {
    const past = await pipeline.past;
    expect(past).toEqual({
      sources: SOURCES.module,
      source: 'simulator',
      input: { world: buildWorld('small'), seed: 'tidemark' },
    });
  } finally {
    await pipeline.close();
  }
});

test('a thread that dies before its start fails waiting callers and the start', async () => {
  const pipeline = new Pipeline({
    sources: SOURCES.module,
    source: 'simulator',
    options: { world: 'no such', seed: 'tidemark' },
    folder: '',
  });
  await expect(pipeline.past).rejects.toThrow();
  const failures: Error[] = [];
  pipeline.begin(BEGINNING, HANDLERS, (error) => failures.push(error));
  expect(failures).toHaveLength(1);
  await pipeline.close();
});

test('a thread that follows another process reports what happens to received inputs', async () => {
  const folder = newFolder();
  const pipeline = new Pipeline({
    sources: SOURCES.module,
    source: 'simulator',
    options: { world: 'small', seed: SEED, faultRate: 0 },
    folder: '',
  });
  const recorded = new Deferred<RecordingEvent>();
  const noRoom = { limitedFolder: folder, maxBytes: 0, leaveBytes: 0 };
  try {
    pipeline.follow(
      {
        inputs: { folder: join(folder, 'inputs'), keepMs: 0, ...noRoom },
        referenceFile: join(folder, 'reference.log'),
        state: undefined,
      },
      {
        onInputs: (event) => recorded.resolve(event),
        onFollowed: () => undefined,
        onFollowFailed: (error) => recorded.reject(error),
        onSourceTrouble: (what) => recorded.reject(new Error(what)),
        onFailure: (error) => recorded.reject(error),
      },
    );
    const world = new RecordedWorld();
    // The first is confirmed by the second, which continues from it.
    for (const tick of [world.next(), world.next()]) pipeline.sendFrame(frameOf(tick));
    expect(await recorded.promise).toMatchObject({ kind: 'given-up', at: FIRST });
  } finally {
    await pipeline.close();
  }
});
