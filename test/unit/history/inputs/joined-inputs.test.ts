import { expect, test } from 'vitest';
import type { InputFrame, InputReader, RecordedInputs } from '../../../../src/history/input-store.ts';
import { JoinedInputs } from '../../../../src/history/inputs/joined-inputs.ts';

const frame = (at: number, place: string) => ({ at, place }) as unknown as InputFrame;

function readerOf(kept: Readonly<Record<number, InputFrame | 'damaged'>>): InputReader {
  return {
    read: async (at) => kept[at] ?? 'not-kept',
    between: async function* (from, to) {
      for (const at of Object.keys(kept).map(Number))
        if (at >= from && at <= to) yield { at, inputs: kept[at]! };
    },
  };
}

test('inputs of two places are in order of time, and the first place counts unless it is damaged', async () => {
  const store = readerOf({ 3: frame(3, 'store'), 4: 'damaged', 5: frame(5, 'store') });
  const files = readerOf({
    1: frame(1, 'files'),
    2: frame(2, 'files'),
    3: frame(3, 'files'),
    4: frame(4, 'files'),
  });
  const joined = new JoinedInputs(store, files);
  const found: RecordedInputs[] = [];
  for await (const recorded of joined.between(2, 5)) found.push(recorded);
  expect(found.map(({ inputs }) => inputs)).toEqual([
    frame(2, 'files'),
    frame(3, 'store'),
    frame(4, 'files'),
    frame(5, 'store'),
  ]);
  expect(await joined.read(1)).toEqual(frame(1, 'files'));
  expect(await joined.read(3)).toEqual(frame(3, 'store'));
  expect(await joined.read(6)).toBe('not-kept');
});
