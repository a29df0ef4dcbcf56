import { afterEach, beforeEach, expect, test } from 'vitest';
import type { IssuedToken } from '../../../src/app/operate/control/long-lived-commands.ts';
import type { AudienceKind } from '../../../src/auth/audiences.ts';
import { DAY_MS, SECOND_MS } from '../../../src/core/time.ts';
import { WELL_KNOWN_ASSETS } from '../../../src/core/ids/well-known-ids.ts';
import { StreamClient } from '../../support/stream-client.ts';
import { SLOT_MS, StreamRig, T } from './stream-rig.ts';

const { BTC } = WELL_KNOWN_ASSETS;
let rig: StreamRig;
let client: string;
beforeEach(async () => {
  rig = await StreamRig.start();
  client = (await rig.addClient()).id;
});
afterEach(() => rig.close());

function make(
  audiences: readonly AudienceKind[] = ['rest', 'stream'],
  lifeMs = DAY_MS,
): Promise<IssuedToken> {
  const urls = { baseUrl: rig.baseUrl, wsUrl: rig.wsUrl };
  return rig.operate('clients.token', { id: client, lifeMs, audiences, urls });
}

const revoke = ({ id }: IssuedToken) => rig.operate('clients.revoke', { token: id });

const withHeader = (token: string) =>
  rig.keep(new StreamClient(rig.wsUrl, { headers: { authorization: `Bearer ${token}` } }));

const REFUSED = 'a valid token of the websocket is required';

test('a long-lived token of the websocket connects from the Authorization header', async () => {
  for (const audiences of [['stream'], ['rest', 'stream']] as const) {
    const { token } = await make(audiences);
    expect(await withHeader(token).next()).toMatchObject({ event: 'CONNECTED' });
  }
});

test('one of REST alone is 401', async () => {
  const refused = withHeader((await make(['rest'])).token);
  expect(await refused.next()).toMatchObject({ event: 'ERROR', code: '401', message: REFUSED });
  expect((await refused.ended).code).toBe(1008);
});

test('from the URL it is 401 with the reason, also where it is remembered, and is not logged', async () => {
  const { token } = await make();
  for (const _again of [1, 2]) {
    const refused = rig.keep(new StreamClient(`${rig.wsUrl}?access_token=${token}`));
    expect(await refused.next()).toMatchObject({
      event: 'ERROR',
      code: '401',
      message: 'a long-lived token is taken from the Authorization header only, not from the URL',
    });
    expect(await refused.ended).toEqual({ code: 1008, reason: 'token refused' });
    expect(await withHeader(token).next()).toMatchObject({ event: 'CONNECTED' });
  }
  expect(rig.logLines.join('')).not.toContain(token.split('.')[2]);
});

test('when it is revoked, its connections get ERROR 401 and 1008 within five seconds, and no tick before', async () => {
  const [first, second] = [await make(), await make()];
  const [revoked, other] = [withHeader(first.token), withHeader(second.token)];
  for (const connection of [revoked, other]) {
    await connection.next();
    connection.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC });
    await connection.settled();
  }
  await revoke(first);
  await rig.tick(T + SLOT_MS);
  await rig.pass(5000);
  expect(await revoked.rest()).toMatchObject([
    { event: 'ERROR', code: '401', message: 'this token was revoked' },
  ]);
  expect((await revoked.ended).code).toBe(1008);
  expect(await other.settled()).toMatchObject([{ event: 'INDEX_TICKER', indexId: BTC }]);
  expect(await withHeader(first.token).next()).toMatchObject({ code: '401', message: REFUSED });
});

test('when it expires, the connection lives on, as with other tokens, and the next is refused', async () => {
  const { token } = await make(['stream'], SECOND_MS);
  const connection = withHeader(token);
  await connection.next();
  rig.wallClock.advance(SECOND_MS - 1);
  expect(await withHeader(token).next()).toMatchObject({ event: 'CONNECTED' });
  rig.wallClock.advance(1);
  expect(await withHeader(token).next()).toMatchObject({ event: 'ERROR', code: '401' });
  expect(await connection.settled()).toEqual([]);
});
