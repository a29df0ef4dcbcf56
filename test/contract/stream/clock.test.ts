import { afterEach, beforeEach, expect, test } from 'vitest';
import { SCOPES } from '../../../src/contract/scopes.ts';
import { DAY_MS, HOUR_MS } from '../../../src/core/time.ts';
import { StreamRig } from './stream-rig.ts';

let rig: StreamRig;

beforeEach(async () => {
  rig = await StreamRig.start({ limits: { burst: 10, perSecond: 20 } });
});
afterEach(() => rig.close());

test.each([
  ['back by an hour', -HOUR_MS],
  ['forward by a day', DAY_MS],
])('a clock that is set %s: pings go on, and a client that answers stays', async (_how, step) => {
  const client = await rig.connect();
  await rig.pass(10_000);
  rig.wallClock.step(step);
  for (let period = 0; period < 4; period++) {
    await rig.pass(period === 0 ? 20_000 : 30_000);
    expect(await client.next()).toMatchObject({ event: 'PING' });
    client.send({ event: 'PONG' });
    await client.settled();
  }
  expect(rig.stream.connections).toBe(1);
});

test('a clock that is set back: a client that says nothing is gone after two periods', async () => {
  const client = await rig.connect(undefined, { autoPong: false });
  await rig.pass(10_000);
  rig.wallClock.step(-HOUR_MS);
  await rig.pass(82_000);
  expect(await client.ended).toEqual({ code: 1008, reason: 'ping time-out' });
});

test('a clock that is set back: a client that is disabled is closed within five seconds', async () => {
  const disabled = await rig.addClient(SCOPES);
  const client = await rig.connect(disabled);
  rig.wallClock.step(-HOUR_MS);
  await rig.clients.disable(disabled.id);
  await rig.pass(5000);
  expect(await client.next()).toMatchObject({ event: 'ERROR', code: '401' });
  expect((await client.ended).code).toBe(1008);
});

test('a clock that is set back: who sent too much is read again after a while', async () => {
  const client = await rig.connect();
  for (let i = 0; i < 10; i++) await client.ask({ event: 'PING', requestId: i });
  expect(await client.ask({ event: 'PING', requestId: 'over' })).toMatchObject({
    event: 'ERROR',
    code: '429',
  });
  rig.wallClock.step(-HOUR_MS);
  await rig.pass(1000);
  expect(await client.ask({ event: 'PING', requestId: 'again' })).toMatchObject({ event: 'PONG' });
});
