import { describe, expect, test } from 'vitest';
import { SIMULATOR } from '../../../../src/simulator/definition.ts';
import type { SourceDiskUse } from '../../../../src/sources/source-definition.ts';
import { diskPlan } from '../../../../src/app/directory/disk-plan.ts';

const MIB = 2 ** 20;
const [FULL, SMALL] = (['full', 'small'] as const).map((world) =>
  SIMULATOR.diskUse({ world, seed: 'a' }),
) as [SourceDiskUse, SourceDiskUse];

describe('a budget for the data directory', () => {
  test('that is below the minimum of a world is refused, and the minimum is named', () => {
    expect(() => diskPlan(10 * MIB, SMALL)).toThrow(
      '--max-disk 10MiB is too small: the small world needs at least 24MiB',
    );
    expect(() => diskPlan(500 * MIB, FULL)).toThrow('at least 1024MiB');
    expect(diskPlan(24 * MIB, SMALL).maxFilledBytes).toBe(0);
  });

  test('that will not hold 200 days causes a warning with what they need', () => {
    const { warning } = diskPlan(40 * MIB, SMALL);
    expect(warning).toContain('--max-disk 40MiB holds about 5 days of the small world');
    expect(warning).toContain('200 days need 635MiB');
    expect(diskPlan(24 * MIB, SMALL).warning).toContain('holds less than a day');
    expect(diskPlan(20 * 1024 * MIB, FULL)).not.toHaveProperty('warning');
  });

  test('reserves a minimum for live ticks, however small the budget is', () => {
    for (const maxMib of [24, 25, 40, 96, 200, 20 * 1024]) {
      const plan = diskPlan(maxMib * MIB, SMALL);
      expect(plan.maxFilledBytes).toBeLessThanOrEqual((maxMib - 24) * MIB);
      expect(plan.maxFilledBytes).toBeLessThanOrEqual(0.75 * maxMib * MIB);
      expect(plan.minFreeBytes).toBeGreaterThanOrEqual(6 * MIB);
      expect(plan.minFreeBytes).toBeLessThan(plan.maxBytes - plan.maxFilledBytes);
      expect(8 * plan.journalFileBytes).toBeLessThan(plan.maxBytes - plan.maxFilledBytes);
    }
  });
});
