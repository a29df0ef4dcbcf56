import { expect, test } from 'vitest';
import { Pipeline, type PipelineHandlers } from '../../src/app/pipeline/pipeline.ts';
import type { Beginning } from '../../src/app/pipeline/pipeline-messages.ts';
import { buildWorld } from '../../src/sources/simulator/world.ts';
import { SOURCES } from '../../src/sources/table.ts';

const BEGINNING: Beginning = {
  inputs: { folder: '', keepMs: 0, limitedFolder: '', maxBytes: 0, leaveBytes: 0 },
  referenceFile: '',
};

function handlersWith(onFailure: PipelineHandlers['onFailure']): PipelineHandlers {
  const unexpected = (): never => {
    throw new Error('the pipeline was never told to begin');
  };
  return {
    onTick: unexpected,
    onShownAgain: unexpected,
    onQuality: unexpected,
    onQualityFailed: unexpected,
    onDerivatives: unexpected,
    onReference: unexpected,
    onReferenceFailed: unexpected,
    onReferenceStored: unexpected,
    onReferenceAccepted: unexpected,
    onReferenceRefused: unexpected,
    onSetAside: unexpected,
    onTrades: unexpected,
    onSkipped: unexpected,
    onPassedOver: unexpected,
    onSourceHealth: unexpected,
    onSourceTrouble: unexpected,
    onSourceEnded: unexpected,
    onForgotten: unexpected,
    onRecomputed: unexpected,
    onInputs: unexpected,
    onFailure,
  };
}

test('the thread prepares the source, and tells what its past is modelled from', async () => {
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

test('a thread that dies before it is told to begin says so to the caller that waits, and to the one that begins', async () => {
  const pipeline = new Pipeline({
    sources: SOURCES.module,
    source: 'simulator',
    options: { world: 'no such', seed: 'tidemark' },
    folder: '',
  });
  await expect(pipeline.past).rejects.toThrow();
  const failures: Error[] = [];
  pipeline.begin(
    BEGINNING,
    handlersWith((error) => failures.push(error)),
  );
  expect(failures).toHaveLength(1);
  await pipeline.close();
});
