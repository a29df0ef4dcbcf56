import { expect, test } from 'vitest';
import { DAY_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { TickSlots } from '../../../../src/values/coverage/tick-slots.ts';

const DAY = Date.UTC(2026, 0, 31);

test('past days are read once, until history is known to have changed', async () => {
  let stored: Millis[] = [DAY + SLOT_MS, DAY + 2 * SLOT_MS];
  let changes = 0;
  const records = async function* () {
    for (const at of stored) yield { at, record: new Uint8Array() };
  };
  const slots = new TickSlots({ records }, () => changes);
  const count = async () => (await slots.ofDay(DAY, DAY + 2 * DAY_MS)).reduce((sum, there) => sum + there, 0);
  expect(await count()).toBe(2);
  stored = [DAY + SLOT_MS];
  expect(await count()).toBe(2);
  changes++;
  expect(await count()).toBe(1);
});
