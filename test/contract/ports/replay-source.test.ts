import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DAY_MS, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { readBeginFrame, recordingFiles } from '../../../src/sources/recording/recording-file.ts';
import { encodeFrame, RECORDING_MAGIC } from '../../../src/sources/recording/recording-frames.ts';
import { Recorder } from '../../../src/sources/recording/recorder.ts';
import { ReplaySource } from '../../../src/sources/replay/replay-source.ts';
import { SIMULATOR } from '../../../src/simulator/definition.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { collect, describeSourceContract } from './source-contract.ts';

const START = Date.UTC(2026, 4, 6, 23, 58, 41);
const DURATION_MS = 305_000;
/** An exchange of this world does not answer then. */
const TROUBLED = Date.UTC(2026, 4, 6, 12, 0, 11);
const folder = mkdtempSync(join(tmpdir(), 'replay-'));
let count = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the simulator delivered, and the files that it was kept in: across midnight, so two of them. */
async function record(faultRate: number, start = START) {
  const prepared = await SIMULATOR.prepare({ world: 'small', seed: 'contract', faultRate });
  const clock = new ManualClock(start);
  const target = join(folder, String(count++));
  const source = prepared.open(clock);
  const reference = source.reference(start);
  const events = (await collect({ source, clock }, DURATION_MS)).map(({ event }) => event);
  const onFailure = (error: unknown) => expect.fail(String(error));
  const recorder = new Recorder(
    { folder: target, source: 'simulator', origin: 'simulated', onFailure },
    reference,
  );
  for (const event of events) await recorder.take(event, source.health());
  await recorder.close();
  return { target, events };
}

const calm = await record(0);
const troubled = await record(20, TROUBLED);

function replay(target: string, at: Millis, troubles: string[] = []) {
  const clock = new ManualClock(at);
  const files = recordingFiles(target);
  return { clock, source: new ReplaySource({ files, clock, onWarning: (what) => void troubles.push(what) }) };
}

describeSourceContract('A recording', {
  create: () => replay(calm.target, START),
  createFailing: () => replay(troubled.target, TROUBLED),
  durationMs: 245_000,
});

describe('a recording', () => {
  test('has a file for each day, and gives back every event as it was', async () => {
    expect(readdirSync(calm.target)).toEqual([
      '2026-05-06T23-58-30Z.recording',
      '2026-05-07T00-00-00Z.recording',
    ]);
    const replayed = await collect(replay(calm.target, START), DURATION_MS);
    const marked = calm.events.slice(0, calm.events.findLastIndex(({ kind }) => kind === 'watermark') + 1);
    expect(replayed.map(({ event }) => event)).toEqual(marked);
  });

  test('is gone on with from any slot, and stands still at its end', async () => {
    const troubles: string[] = [];
    const late = replay(calm.target, START + 2 * SLOT_MS, troubles);
    const events = await collect(late, DAY_MS / 100);
    const expected = calm.events.filter((event) => event.kind === 'watermark').slice(2);
    expect(events.map(({ event }) => event).filter(({ kind }) => kind === 'watermark')).toEqual(expected);
    expect(troubles).toEqual(['the recording has ended: market time stands still']);
  });

  test('passes over what it lacks', async () => {
    const [first = ''] = recordingFiles(calm.target);
    const later = await record(0, START + 10 * 60_000);
    const files = [first, ...recordingFiles(later.target)];
    const clock = new ManualClock(START);
    const source = new ReplaySource({ files, clock, onWarning: () => undefined });
    const marks = (await collect({ source, clock }, 12 * 60_000)).flatMap(({ event }) =>
      event.kind === 'watermark' ? [event] : [],
    );
    const gaps = marks.filter(({ isGap }) => isGap);
    expect(gaps.length).toBeGreaterThan(10);
    marks.forEach(({ at }, i) => expect(at).toBe(marks[0]!.at + i * SLOT_MS));
  });

  test.each([
    ['ends in the middle of a frame', (path: string, bytes: Buffer) => truncateSync(path, bytes.length - 3)],
    [
      'is damaged at byte',
      (path: string, bytes: Buffer) => {
        bytes[bytes.length - 3]! ^= 1;
        writeFileSync(path, bytes);
      },
    ],
  ])('that %s is played up to there, and says so', async (problem, damage) => {
    const { target, events } = await record(0);
    const last = recordingFiles(target).at(-1)!;
    damage(last, readFileSync(last));
    const troubles: string[] = [];
    const replayed = await collect(replay(target, START, troubles), DURATION_MS);
    expect(troubles[0]).toContain(problem);
    expect(replayed.length).toBeLessThan(events.length);
    expect(replayed.map(({ event }) => event)).toEqual(events.slice(0, replayed.length));
  });

  test.each([
    null,
    7,
    [],
    { kind: 'events' },
    { kind: 'events', ids: ['__proto__', null], events: [], failures: [] },
    { kind: 'events', ids: [], events: [null], failures: [] },
    { kind: 'events', ids: [], events: [{ kind: 'constructor', receivedAt: 1 }], failures: [] },
    {
      kind: 'events',
      ids: [],
      events: [{ kind: 'rows', exchange: 999_999, at: START, rows: [] }],
      failures: [],
    },
    {
      kind: 'events',
      ids: ['a'],
      events: [{ kind: 'rows', exchange: 0, at: START, rows: [0] }],
      failures: [],
    },
    {
      kind: 'events',
      ids: ['a'],
      events: [{ kind: 'rows', exchange: 0, at: 0.5, rows: [] }],
      failures: [],
    },
    {
      kind: 'events',
      ids: ['a'],
      events: [{ kind: 'rows', exchange: 0, at: 1, rows: [[0, 7, 1, 1, 1, 1]] }],
      failures: [],
    },
    {
      kind: 'events',
      ids: [],
      events: [{ kind: 'reference', receivedAt: 1, data: { assets: null } }],
      failures: [],
    },
    { kind: 'events', ids: [], events: [], failures: [[1]] },
  ])('that was made by others ends where a frame cannot be meant: %j', (frame) => {
    const target = join(folder, String(count++));
    mkdirSync(target);
    const [first = ''] = recordingFiles(calm.target);
    const path = join(target, '1.recording');
    writeFileSync(path, Buffer.concat([readFileSync(first), encodeFrame(frame)]));
    const troubles: string[] = [];
    const { source } = replay(target, START, troubles);
    // All slots are gone through to find the reference data of one behind them.
    expect(source.reference(START + DAY_MS).exchanges.length).toBeGreaterThan(0);
    expect(troubles).toEqual(['a recording contains an invalid frame: the rest of the file is skipped']);
  });

  test('whose beginning is not one of ours is refused in words', () => {
    const path = join(folder, `${count++}.recording`);
    for (const begin of [
      null,
      { kind: 'begin' },
      { kind: 'begin', source: 'live', after: 1, reference: {} },
    ]) {
      writeFileSync(path, Buffer.concat([RECORDING_MAGIC, encodeFrame(begin)]));
      expect(() => readBeginFrame(path)).toThrow('is not a recording');
    }
  });

  test('that is none is refused in words', () => {
    const path = join(folder, 'none');
    writeFileSync(path, 'something else');
    expect(() => readBeginFrame(path)).toThrow(/is not a recording of this version/);
    expect(() => readBeginFrame(join(folder, 'nowhere'))).toThrow(/cannot be read \(ENOENT\)/);
  });
});
