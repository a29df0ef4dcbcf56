import { ApiError, ConnectionError, ForbiddenError } from '@tidemark/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AlertRequests } from '../../../web/src/views/alerts/alert-requests.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Readonly<Record<string, string>> };
}

/** A service that answers in this order, and tokens that are replaced when they are refused. */
function worldOf(...answers: readonly (Response | Error)[]) {
  const sent: Sent[] = [];
  const left = [...answers];
  vi.stubGlobal('fetch', async (url: string, init: Sent['init']) => {
    sent.push({ url, init });
    const answer = left.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  let token = 1;
  const tokens = { token: async () => `token-${token}`, refused: () => void token++ };
  return { sent, requests: new AlertRequests('https://d.example/tide', tokens) };
}

test('a request has the token and the body, and its answer is returned', async () => {
  const { sent, requests } = worldOf(Response.json({ id: 'a' }, { status: 201 }));
  expect(await requests.send('POST', 'alerts', { type: 'GAP' })).toEqual({ id: 'a' });
  expect(sent).toMatchObject([
    {
      url: 'https://d.example/tide/v3/alerts',
      init: { method: 'POST', body: '{"type":"GAP"}', headers: { authorization: 'Bearer token-1' } },
    },
  ]);
});

test('a refused token is replaced once', async () => {
  const no = () => Response.json({ status: 'UNAUTHORIZED' }, { status: 401 });
  const replaced = worldOf(no(), new Response(null, { status: 204 }));
  expect(await replaced.requests.send('DELETE', 'alerts/a')).toBeUndefined();
  expect(replaced.sent.map(({ init }) => init.headers['authorization'])).toEqual([
    'Bearer token-1',
    'Bearer token-2',
  ]);
  const refused = worldOf(no(), no());
  await expect(refused.requests.send('DELETE', 'alerts/a')).rejects.toThrow('401');
  expect(refused.sent).toHaveLength(2);
});

test('no other request is repeated, and its error has the problems of the fields', async () => {
  const errors = [{ object: 'Alert', field: 'threshold', rejectedValue: '', message: 'is required' }];
  const { sent, requests } = worldOf(
    Response.json({ status: 'BAD_REQUEST', message: 'no', errors }, { status: 400 }),
    Response.json({ message: 'this needs a token with scope read:LX' }, { status: 403 }),
    new Response('<html>', { status: 503 }),
    new TypeError('Failed to fetch'),
  );
  const failed = () => requests.send('POST', 'alerts', {}).catch((error: unknown) => error);
  expect(await failed()).toMatchObject({ problems: errors });
  expect(await failed()).toBeInstanceOf(ForbiddenError);
  expect(await failed()).toMatchObject({ httpStatus: 503 } satisfies Partial<ApiError>);
  expect(await failed()).toBeInstanceOf(ConnectionError);
  expect(sent).toHaveLength(4);
});

test('the scopes are those of the token', async () => {
  const claims = Buffer.from('{"sub":"ü?>","scope":"read:alerts write:alerts"}').toString('base64url');
  const tokens = { token: async () => `head.${claims}.signature`, refused: () => undefined };
  const requests = new AlertRequests('https://d.example', tokens);
  expect([...(await requests.scopes())]).toEqual(['read:alerts', 'write:alerts']);
});
