import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { SLOT_MS } from '../../../src/core/time.ts';
import { inspectRecording } from '../../../src/sources/recording/inspect-recording.ts';
import { recordingFiles } from '../../../src/sources/recording/recording-file.ts';
import { ReplaySource } from '../../../src/sources/replay/replay-source.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { computedTicks, recordHash } from '../../support/rig/computed-ticks.ts';

// Recordings of released versions, with the hashes of the ticks that those versions computed from them.

const FOLDER = new URL('../../fixtures/recordings/', import.meta.url);
const NAMES = readdirSync(FOLDER).toSorted();
const filesOf = (name: string) => recordingFiles(fileURLToPath(new URL(name, FOLDER)));

test('there are recordings of live and of simulated exchanges, with trades, derivatives and a change of reference data', () => {
  const found = NAMES.flatMap((name) => filesOf(name).map(inspectRecording));
  expect(new Set(found.map(({ source }) => source))).toEqual(new Set(['live', 'simulator']));
  const kinds = new Set(found.flatMap(({ events }) => Object.keys(events)));
  expect([...kinds].toSorted()).toEqual(['derivative-ticks', 'reference', 'ticks', 'trades']);
});

describe.each(NAMES)('the recording %s', (name) => {
  const files = filesOf(name);
  const inspected = files.map(inspectRecording);
  const { records } = JSON.parse(readFileSync(new URL(`${name}/records.json`, FOLDER), 'utf8')) as {
    readonly records: readonly string[];
  };

  test('is complete', () => {
    for (const { gaps, damage } of inspected)
      expect({ gaps, damage }).toEqual({ gaps: [], damage: undefined });
    const slots = inspected.reduce((sum, each) => sum + each.slots, 0);
    expect(slots).toBeGreaterThanOrEqual(records.length);
  });

  test('replays to the values that this version computed from it', async () => {
    const clock = new ManualClock(inspected[0]!.from! - SLOT_MS + 1);
    const source = new ReplaySource({ files, clock, onWarning: () => undefined });
    const ticks = await computedTicks(source, clock, records.length);
    expect(ticks.map(recordHash)).toEqual(records);
  });
});
