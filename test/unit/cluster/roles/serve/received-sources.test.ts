import { expect, test } from 'vitest';
import { InProcessBus } from '../../../../../src/bus/in-process-bus.ts';
import type { ClusterTopics } from '../../../../../src/cluster/roles/cluster-topics.ts';
import { ReceivedSources } from '../../../../../src/cluster/roles/serve/received-sources.ts';

test('a serving node keeps what the leader published last, and ignores a deposed leader', async () => {
  const bus = new InProcessBus<ClusterTopics>();
  const received = new ReceivedSources(bus);
  expect(received.degraded).toBeUndefined();
  await bus.publish('sources', { fence: 2, degraded: '1 of 20 exchanges responded' });
  expect(received.degraded).toBe('1 of 20 exchanges responded');
  await bus.publish('sources', { fence: 1, degraded: null });
  expect(received.degraded).toBe('1 of 20 exchanges responded');
  await bus.publish('sources', { fence: 2, degraded: null });
  expect(received.degraded).toBeUndefined();
  received.close();
  await bus.publish('sources', { fence: 3, degraded: 'gone' });
  expect(received.degraded).toBeUndefined();
});
