import { expect, test } from 'vitest';
import { Random } from '../../../../bench/support/integrity/random.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';
import { FAULTS } from '../../../system/chaos/faults.ts';
import { momentsOf } from '../../../system/chaos/moments.ts';
import { planOf } from '../../../system/chaos/plan.ts';

const START = Date.parse('2026-03-02T12:00:00Z');
/** As long as the shortest fault lasts that says nothing about when it begins. */
const SHORTEST_MS = 1000;

test('in a quick run each fault begins before the same slot, so late that it lasts over it, whatever happens beside it', () => {
  const random = new Random(1);
  for (const step of planOf(['--quick', '--seed', '1'], FAULTS).steps)
    for (let now = START; now < START + SLOT_MS; now += 700) {
      const begins = momentsOf(step, { isQuick: true, random, now }).map((ms) => now + ms);
      const slots = new Set(begins.map((at) => Math.ceil(at / SLOT_MS)));
      expect(slots.size).toBe(1);
      step.forEach(({ beforeSlotMs = [0, SHORTEST_MS] }, i) => {
        const before = SLOT_MS - (begins[i]! % SLOT_MS);
        expect(begins[i]).toBeGreaterThanOrEqual(now);
        expect(before).toBeGreaterThanOrEqual(beforeSlotMs[0]);
        expect(before).toBeLessThanOrEqual(beforeSlotMs[1]);
      });
    }
});

test('in a long run the faults of a step begin together, within seconds or near a slot', () => {
  const random = new Random(2);
  for (const step of planOf(['--seed', '2'], FAULTS).steps) {
    const moments = momentsOf(step, { isQuick: false, random, now: START + 20_000 });
    expect(new Set(moments).size).toBe(1);
    expect(moments[0]).toBeGreaterThan(0);
    expect(moments[0]).toBeLessThan(SLOT_MS / 2);
  }
});
