import { expect, test } from 'vitest';
import { SLOT_MS } from '../../../../src/core/time.ts';
import { gapsBetween, type InspectedRecording } from '../../../../src/sources/recording/inspect-recording.ts';

const NOON = Date.UTC(2026, 10, 18, 12);

function file(from: number, to: number, source = 'live'): InspectedRecording {
  return {
    path: '',
    bytes: 0,
    source,
    origin: 'live',
    from: NOON + from * SLOT_MS,
    to: NOON + to * SLOT_MS,
    slots: to - from + 1,
    gaps: [],
    events: {},
    tickers: 0,
    trades: 0,
    exchanges: [],
  };
}

const gap = (from: number, to: number) => ({ from: NOON + from * SLOT_MS, to: NOON + to * SLOT_MS });

test('slots that no file has are a gap, in whichever order the files are', () => {
  expect(gapsBetween([file(0, 9), file(10, 19)])).toEqual([]);
  expect(gapsBetween([file(0, 9), file(15, 19)])).toEqual([gap(10, 14)]);
  expect(gapsBetween([file(15, 19), file(0, 9), file(30, 31)])).toEqual([gap(10, 14), gap(20, 29)]);
});

test('files that overlap, and files of other sources, leave none', () => {
  expect(gapsBetween([file(0, 20), file(5, 9), file(21, 30)])).toEqual([]);
  expect(gapsBetween([file(0, 5), file(100, 110, 'simulator'), file(6, 9)])).toEqual([]);
});

test('a file without a slot is in no gap', () => {
  const { from: _, to: __, ...empty } = file(0, 0);
  expect(gapsBetween([file(0, 9), empty, file(12, 13)])).toEqual([gap(10, 11)]);
});
