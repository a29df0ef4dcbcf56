import { expect, test } from 'vitest';
import { AlertClients } from '../../../src/cluster/postgres/alerts/alert-clients.ts';
import { SLOT_0 } from '../../support/alert-rules.ts';
import { ManualClock } from '../../support/manual-clock.ts';

function setUp() {
  const clock = new ManualClock(SLOT_0);
  let reads = 0;
  const database = {
    rows: async () => {
      reads++;
      return [{ id: 'client-1', content: { scopes: [] } }] as never;
    },
  };
  return { clock, clients: new AlertClients(database, clock), reads: () => reads };
}

test('clients are read again only if the last read began before', async () => {
  const { clock, clients, reads } = setUp();
  await clients.refresh();
  await clients.refreshedSince(SLOT_0);
  expect(reads()).toBe(1);
  clock.advance(10);
  await clients.refreshedSince(SLOT_0 + 5);
  expect(reads()).toBe(2);
  await clients.refreshedSince(SLOT_0 + 10);
  expect(reads()).toBe(2);
});

test('calls that wait share a read', async () => {
  const { clients, reads } = setUp();
  await Promise.all([clients.refreshedSince(SLOT_0), clients.refreshedSince(SLOT_0)]);
  expect([reads(), clients.has('client-1')]).toEqual([1, true]);
});

test('a call that joins an earlier read waits for one more', async () => {
  const { clock, clients, reads } = setUp();
  const earlier = clients.refreshedSince(SLOT_0);
  clock.advance(10);
  await Promise.all([earlier, clients.refreshedSince(SLOT_0 + 10)]);
  expect(reads()).toBe(2);
});
