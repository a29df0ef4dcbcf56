import { expect, test } from 'vitest';
import { ThrottledLine } from '../../../../../src/app/operate/terminal/throttled-line.ts';
import { MINUTE_MS } from '../../../../../src/core/time.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

test('a line is written at once, and then once a minute with its count', () => {
  const clock = new ManualClock(0);
  const written: [count: number, last: string][] = [];
  const line = new ThrottledLine<string>(clock, (count, last) => written.push([count, last]));
  line.log('a');
  for (let i = 0; i < 1000; i++) line.log(`b${i}`);
  expect(written).toEqual([[1, 'a']]);
  clock.advance(MINUTE_MS);
  expect(written).toHaveLength(1);
  line.log('c');
  line.log('d');
  expect(written).toEqual([
    [1, 'a'],
    [1001, 'c'],
  ]);
});
