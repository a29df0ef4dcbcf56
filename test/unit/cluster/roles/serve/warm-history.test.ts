import { expect, test, vi } from 'vitest';
import type { ClusterTopics } from '../../../../../src/cluster/roles/cluster-topics.ts';
import { WarmHistory } from '../../../../../src/cluster/roles/serve/warm-history.ts';
import { InProcessBus } from '../../../../../src/bus/in-process-bus.ts';
import { Deferred } from '../../../../../src/core/async/deferred.ts';

const TICK = {} as ClusterTopics['indices'];
const REPORT: ClusterTopics['past'] = {
  fence: 1,
  settledFrom: null,
  revision: 0,
  openSeamDay: null,
  changesStored: false,
};

/** A history that is read into memory when `ends` resolves. */
function stage() {
  const bus = new InProcessBus<ClusterTopics>();
  const ends: Deferred<void>[] = [];
  const warm = vi.fn(() => {
    const end = new Deferred<void>();
    ends.push(end);
    return end.promise;
  });
  const pastChanged = vi.fn();
  const debug = vi.fn();
  const past = { changes: 0, revision: () => past.changes };
  const history = new WarmHistory({ history: { warm, pastChanged }, bus, past, log: { debug } });
  return { bus, ends, warm, pastChanged, debug, past, history };
}

test('the newest hour is read on opening and with each tick', async () => {
  const { bus, ends, warm, history } = stage();
  const opened = history.opened();
  ends[0]!.resolve();
  await opened;
  await bus.publish('indices', TICK);
  expect(warm).toHaveBeenCalledTimes(2);
});

test('ticks that arrive while it is read are read once after it', async () => {
  const { bus, ends, warm, history } = stage();
  const opened = history.opened();
  for (let i = 0; i < 3; i++) await bus.publish('indices', TICK);
  expect(warm).toHaveBeenCalledTimes(1);
  ends[0]!.resolve();
  await vi.waitFor(() => expect(warm).toHaveBeenCalledTimes(2));
  ends[1]!.resolve();
  await opened;
  expect(warm).toHaveBeenCalledTimes(2);
});

test('a changed past counts at once, a repeated report does not', async () => {
  const { bus, pastChanged, past, history } = stage();
  void history.opened();
  await bus.publish('past', REPORT);
  expect(pastChanged).not.toHaveBeenCalled();
  past.changes = 1;
  await bus.publish('past', REPORT);
  await bus.publish('past', REPORT);
  expect(pastChanged).toHaveBeenCalledTimes(1);
});

test('if it cannot be read the node still opens, and retries with the next tick', async () => {
  const { bus, ends, warm, debug, history } = stage();
  const opened = history.opened();
  ends[0]!.reject(new Error('the database is away'));
  await opened;
  expect(debug).toHaveBeenCalledTimes(1);
  await bus.publish('indices', TICK);
  expect(warm).toHaveBeenCalledTimes(2);
});

test('nothing is read once it is closed', async () => {
  const { bus, ends, warm, history } = stage();
  void history.opened();
  await bus.publish('indices', TICK);
  const closed = history.close();
  ends[0]!.resolve();
  await closed;
  await bus.publish('indices', TICK);
  expect(warm).toHaveBeenCalledTimes(1);
});
