import { connect } from 'nats';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { NatsCluster } from '../support/nats-cluster.ts';

// Servers under test must behave as the faults claim, or the faults prove nothing.

const started: NatsCluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.stop()));
});

async function start(jetStream: boolean): Promise<NatsCluster> {
  const cluster = await NatsCluster.start({ jetStream });
  started.push(cluster);
  return cluster;
}

describe.each([{ jetStream: true }, { jetStream: false }])('with JetStream: $jetStream', ({ jetStream }) => {
  test('a message reaches a client of another server, also after the third one was killed', async () => {
    const cluster = await start(jetStream);
    const [first, second, third] = cluster.servers;
    await third!.kill();
    const [from, to] = await Promise.all([
      connect({ servers: first!.url }),
      connect({ servers: second!.url }),
    ]);
    const subscription = to.subscribe('news', { max: 1 });
    await to.flush();
    await expect
      .poll(
        async () => {
          from.publish('news', 'text');
          await from.flush();
          return subscription.getReceived();
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    await Promise.all([from.close(), to.close()]);
    await third!.begin();
    await cluster.untilReady();
    expect(cluster.servers.every(({ isRunning }) => isRunning)).toBe(true);
  });
});

test('a wiped cluster has no stream any more and accepts new ones', async () => {
  const cluster = await start(true);
  const add = async () => {
    const connection = await connect({ servers: cluster.url });
    const streams = await connection.jetstreamManager();
    const before = await streams.streams.list().next();
    // A ready server may not know all others yet.
    await vi.waitFor(() => streams.streams.add({ name: 'kept', subjects: ['kept'], num_replicas: 3 }), {
      timeout: 20_000,
      interval: 100,
    });
    await connection.close();
    return before.length;
  };
  expect(await add()).toBe(0);
  await cluster.wipe();
  await cluster.untilReady();
  expect(await add()).toBe(0);
});
