import { expect, test } from 'vitest';
import { lastTickOf, checkedLastTick } from '../../../../../src/app/pipeline/compute/last-tick.ts';
import type { HistoryReader } from '../../../../../src/history/history-store.ts';
import { FIRST, RecordedWorld } from '../../../../support/recorded-world.ts';

const OWN = Buffer.from('{"methodology":"2"}');
const OTHER = Buffer.from('{"methodology":"1"}');
const computed = new RecordedWorld().next();

/** History whose journal has these records of its newest tick. */
function historyWith(last: { at: number; record: Uint8Array }, state: Uint8Array = computed.state) {
  return {
    lastTick: async () => last,
    lastState: async () => ({ at: FIRST, state }),
    readAcross: async () => [],
    async *records(from: number, to: number) {
      if (from <= FIRST && FIRST <= to) yield { at: FIRST, record: OWN };
    },
  } as unknown as HistoryReader;
}

test('the separately kept record is the one stored with the values', async () => {
  const last = await checkedLastTick(historyWith({ at: FIRST, record: OWN }));
  expect(last).toEqual({ at: FIRST, record: OWN, isDoubtful: false });
});

test('if it differs, a start continues from the one stored with the values, and knows it', async () => {
  const last = await lastTickOf(historyWith({ at: FIRST, record: OTHER }));
  expect(last).toMatchObject({ at: FIRST, record: OWN, isDoubtful: true });
});

test('a newest tick that is not stored is suspect', async () => {
  expect(await checkedLastTick(historyWith({ at: FIRST + 30_000, record: OWN }))).toMatchObject({
    isDoubtful: true,
  });
});

test('a state that cannot be decoded is lost', async () => {
  const last = { at: FIRST, record: OWN };
  expect((await lastTickOf(historyWith(last)))?.state).toBeDefined();
  const { state } = computed;
  const altered = [
    state.subarray(0, 100),
    Buffer.concat([state, Buffer.of(0)]),
    Buffer.from(state).fill(0xff, 0, 8),
  ];
  for (const bytes of altered) expect((await lastTickOf(historyWith(last, bytes)))?.state).toBeUndefined();
});
