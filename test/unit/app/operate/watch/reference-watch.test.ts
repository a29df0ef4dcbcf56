import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { ReferenceWatch } from '../../../../../src/app/operate/watch/reference-watch.ts';

test('each refusal is counted, and reported once until a different one or valid data arrives', async () => {
  const lines: string[] = [];
  const registry = new Registry();
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const watch = new ReferenceWatch(log, registry);
  const counted = async () =>
    (await registry.getSingleMetric('tidemark_reference_refused_total')!.get()).values[0]!.value;
  watch.accepted([]);
  expect(lines).toEqual([]);
  for (let i = 0; i < 3; i++) watch.refused(['asset id 1 appears twice']);
  expect([await counted(), lines.length]).toEqual([3, 1]);
  expect(lines[0]).toContain('asset id 1 appears twice');
  watch.refused(['asset id 2 appears twice']);
  expect([await counted(), lines.length]).toEqual([4, 2]);
  watch.accepted([]);
  expect(lines[2]).toContain('announces valid reference data again');
  watch.refused(['asset id 2 appears twice']);
  expect([await counted(), lines.length]).toEqual([5, 4]);
});

test('ignored definitions are reported once, until others are ignored', () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const watch = new ReferenceWatch(log, new Registry());
  for (let i = 0; i < 3; i++) watch.accepted(['the definition of BLX names an unknown asset 1']);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('the definition of BLX names an unknown asset 1');
  watch.accepted(['the definition of ELX names an unknown asset 1']);
  expect(lines).toHaveLength(2);
  watch.accepted([]);
  expect(lines).toHaveLength(2);
});
