import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ComputedTick } from '../../../../../src/app/pipeline/compute/index-computer.ts';
import { recomputeQuality } from '../../../../../src/app/pipeline/compute/recompute-quality.ts';
import { QualitySheet } from '../../../../../src/app/pipeline/compute/quality-sheet.ts';
import { sha256 } from '../../../../../src/app/process/sha256.ts';
import { DAY_MS } from '../../../../../src/core/time.ts';
import { FileInputReader } from '../../../../../src/history/inputs/file-input-reader.ts';
import { FileInputStore } from '../../../../../src/history/inputs/file-input-store.ts';
import { frameOf } from '../../../../../src/values/receipts/recorded-input.ts';
import { RecordedWorld, recordedVersion } from '../../../../support/recorded-world.ts';

let folder: string;
let inputs: FileInputStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-quality-'));
  const space = { shortageFor: () => undefined };
  inputs = FileInputStore.open({ folder, keepMs: DAY_MS, space, onEvent: () => {} });
});
afterEach(async () => {
  await inputs.close();
  rmSync(folder, { recursive: true, force: true });
});

const storedAs = ({ output: { at }, record }: ComputedTick) => ({
  at,
  record: Buffer.from(JSON.stringify(record)),
});
const again = (tick: ComputedTick, known = recordedVersion) =>
  recomputeQuality(
    {
      inputs: new FileInputReader(folder),
      hash: sha256,
      versionOf: (hash) => (hash === known.hash ? known : undefined),
      inForce: known,
      hours: tick.hours,
    },
    storedAs(tick),
  );

test('the published quality of the last tick is recomputed from its inputs, to the byte', async () => {
  const world = new RecordedWorld();
  const ticks = [world.next(), world.next(), world.next()];
  for (const tick of ticks) await inputs.append(frameOf(tick));
  const last = ticks.at(-1)!;
  const sheet = new QualitySheet();
  const published = ticks.map((tick) => sheet.publish(tick)).at(-1);
  expect(await again(last)).toEqual(published);
});

test('without its inputs, with those of another tick, or without its reference data there is none', async () => {
  const world = new RecordedWorld();
  const first = world.next();
  expect(await again(first)).toBeUndefined();
  await inputs.append(frameOf(first));
  expect(await again(first, { ...recordedVersion, hash: 'another' })).toBeUndefined();
  const other = { ...first, record: { ...first.record, previous: 'another' } };
  expect(await again(other)).toBeUndefined();
  expect(await again(first)).toBeDefined();
});
