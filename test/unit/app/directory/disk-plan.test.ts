import { describe, expect, test } from 'vitest';
import { diskPlan } from '../../../../src/app/directory/disk-plan.ts';

const MIB = 2 ** 20;

describe('a budget for the data directory', () => {
  test('that cannot hold what a world needs at the least is refused, and the least is named', () => {
    expect(() => diskPlan({ world: 'small', maxDisk: 10 * MIB })).toThrow(
      '--max-disk 10MiB is too small: the small world needs at least 24MiB',
    );
    expect(() => diskPlan({ world: 'full', maxDisk: 500 * MIB })).toThrow('at least 1024MiB');
    expect(diskPlan({ world: 'small', maxDisk: 24 * MIB }).mostFilledBytes).toBe(0);
  });

  test('that will not hold 200 days is told so, with what they need', () => {
    const { warning } = diskPlan({ world: 'small', maxDisk: 40 * MIB });
    expect(warning).toContain('--max-disk 40MiB holds about 5 days of the small world');
    expect(warning).toContain('200 days need 635MiB');
    expect(diskPlan({ world: 'small', maxDisk: 24 * MIB }).warning).toContain('holds less than a day');
    expect(diskPlan({ world: 'full', maxDisk: 20 * 1024 * MIB })).not.toHaveProperty('warning');
  });

  test('leaves the smallest part of itself to live ticks, however little that is', () => {
    for (const maxMib of [24, 25, 40, 96, 200, 20 * 1024]) {
      const plan = diskPlan({ world: 'small', maxDisk: maxMib * MIB });
      expect(plan.mostFilledBytes).toBeLessThanOrEqual((maxMib - 24) * MIB);
      expect(plan.mostFilledBytes).toBeLessThanOrEqual(0.75 * maxMib * MIB);
      expect(plan.leaveBytes).toBeGreaterThanOrEqual(6 * MIB);
      expect(plan.leaveBytes).toBeLessThan(plan.maxBytes - plan.mostFilledBytes);
      expect(8 * plan.journalFileBytes).toBeLessThan(plan.maxBytes - plan.mostFilledBytes);
    }
  });
});
