import { expect, test } from 'vitest';
import { LimitedLine } from '../../../../../src/app/operate/terminal/limited-line.ts';
import { MINUTE_MS } from '../../../../../src/core/time.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

test('a line is written at once, and then once a minute with how often it was wanted', () => {
  const clock = new ManualClock(0);
  const written: [count: number, last: string][] = [];
  const line = new LimitedLine<string>(clock, (count, last) => written.push([count, last]));
  line.want('a');
  for (let i = 0; i < 1000; i++) line.want(`b${i}`);
  expect(written).toEqual([[1, 'a']]);
  clock.advance(MINUTE_MS);
  expect(written).toHaveLength(1);
  line.want('c');
  line.want('d');
  expect(written).toEqual([
    [1, 'a'],
    [1001, 'c'],
  ]);
});
