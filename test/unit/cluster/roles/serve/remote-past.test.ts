import { expect, test } from 'vitest';
import type { ClusterTopics, PublishedPastState } from '../../../../../src/cluster/roles/cluster-topics.ts';
import { RemotePastState } from '../../../../../src/cluster/roles/serve/remote-past.ts';
import { InProcessBus } from '../../../../../src/bus/in-process-bus.ts';

const stateWith = (change: Partial<PublishedPastState> = {}): PublishedPastState => ({
  fence: 1,
  settledFrom: 1000,
  revision: 0,
  openSeamDay: null,
  changesStored: false,
  ...change,
});

function newRemotePast() {
  const bus = new InProcessBus<ClusterTopics>();
  return { bus, past: new RemotePastState(bus) };
}

test('before the first report, all of the past may change', () => {
  const { past } = newRemotePast();
  expect([past.settledFrom(), past.openSeamDay()]).toEqual([Infinity, undefined]);
});

test('the reports of the leader count', async () => {
  const { bus, past } = newRemotePast();
  await bus.publish('past', stateWith({ openSeamDay: 500 }));
  expect([past.settledFrom(), past.openSeamDay()]).toEqual([1000, 500]);
  await bus.publish('past', stateWith({ settledFrom: null, changesStored: true }));
  expect([past.settledFrom(), past.openSeamDay()]).toEqual([-Infinity, undefined]);
  await expect(past.changesStored()).resolves.toBeUndefined();
});

test('the revision rises with another process, another revision, or less settled data', async () => {
  const { bus, past } = newRemotePast();
  const revisions: number[] = [];
  for (const change of [{}, {}, { settledFrom: 900 }, { settledFrom: 2000 }, { revision: 1 }, { fence: 2 }]) {
    await bus.publish('past', stateWith({ settledFrom: 1000, ...change }));
    revisions.push(past.revision());
  }
  const [first, same, more, less, revised, other] = revisions;
  expect([same, more]).toEqual([first, first]);
  expect([less! > more!, revised! > less!, other! > revised!]).toEqual([true, true, true]);
});

test('results from ticks that the store has lost are dropped', () => {
  const { past } = newRemotePast();
  const before = [past.revision(), past.changes(), past.valueChanges()];
  past.forget();
  expect([past.revision(), past.changes(), past.valueChanges()]).toEqual(before.map((number) => number + 1));
});

test('cached results are dropped if values or records of the past were changed, not for a new leader', async () => {
  const { bus, past } = newRemotePast();
  const changes: number[] = [];
  const valueChanges: number[] = [];
  for (const change of [
    {},
    { recordChanges: 1 },
    { recordChanges: 1 },
    { recordChanges: 2 },
    { fence: 2, recordChanges: 0 },
    { fence: 2, recordChanges: 0, revision: 1 },
    { fence: 3, recordChanges: 0, revision: 1, settledFrom: null },
  ]) {
    await bus.publish('past', stateWith(change));
    changes.push(past.changes());
    valueChanges.push(past.valueChanges());
  }
  expect(changes).toEqual([0, 1, 1, 2, 2, 3, 4]);
  expect(valueChanges).toEqual([0, 0, 0, 0, 0, 1, 1]);
});

test('reports of a process that was taken over are ignored', async () => {
  const { bus, past } = newRemotePast();
  await bus.publish('past', stateWith({ fence: 2 }));
  await bus.publish('past', stateWith({ fence: 1, settledFrom: 5 }));
  expect(past.settledFrom()).toBe(1000);
});
