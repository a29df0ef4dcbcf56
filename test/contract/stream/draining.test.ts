import { expect, test } from 'vitest';
import { StreamClient } from '../../support/stream-client.ts';
import { StreamRig } from './stream-rig.ts';

test('on a restart every client gets 1012, and so does one that connects meanwhile', async () => {
  const rig = await StreamRig.start();
  const clients = await Promise.all(Array.from({ length: 120 }, () => rig.connect()));
  const url = `${rig.wsUrl}?access_token=${await rig.token()}`;
  const closing = rig.stream.close(1000);
  const late = new StreamClient(url);
  for (const client of [...clients, late])
    expect(await client.ended).toEqual({ code: 1012, reason: 'service restart' });
  await closing;
  expect(await late.rest()).toEqual([]);
  while (rig.stream.connections > 0) await new Promise<void>((resolve) => setImmediate(resolve));
  await rig.close();
});

test('clients are told one after the other, not all at once', async () => {
  const rig = await StreamRig.start();
  const clients = await Promise.all(Array.from({ length: 400 }, () => rig.connect()));
  let closedCount = 0;
  for (const client of clients) void client.ended.then(() => closedCount++);
  const closing = rig.stream.close(1000);
  await clients[0]?.ended;
  expect(closedCount).toBeLessThan(clients.length);
  await closing;
  await Promise.all(clients.map(({ ended }) => ended));
  await rig.close();
});

test('a stream that is closed listens to its server no more', async () => {
  const rig = await StreamRig.start();
  const before = [rig.listenersOf('connection'), rig.listenersOf('request')];
  await rig.stream.close(0);
  expect([rig.listenersOf('connection'), rig.listenersOf('request')]).toEqual(
    before.map((count) => count - 1),
  );
  await rig.close();
});
