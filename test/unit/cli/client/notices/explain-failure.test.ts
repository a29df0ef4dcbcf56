import { describe, expect, test } from 'vitest';
import {
  ApiError,
  BadRequestError,
  ConnectionError,
  ForbiddenError,
  NameError,
  NotFoundError,
  RateLimitedError,
  StreamError,
  UnauthorizedError,
} from '../../../../../sdk/src/node.ts';
import { explained } from '../../../../../src/cli/client/notices/explain-failure.ts';
import { SilentService } from '../../../../../src/cli/client/fetch-with-timeout.ts';
import type { Target } from '../../../../../src/cli/client/target.ts';
import { OperatorError } from '../../../../../src/core/errors.ts';

const URL_ = 'https://prices.example.com';
const TARGET: Target = {
  url: URL_,
  identity: { clientId: 'desk', clientSecret: 'hush-hush' },
  isDemo: false,
};

async function said(error: unknown, target: Target = TARGET, near: readonly string[] = []): Promise<string> {
  const explanation = await explained(error, target, async () => near);
  expect(explanation).toBeInstanceOf(OperatorError);
  expect((explanation as Error).message).not.toContain('hush-hush');
  return (explanation as Error).message;
}

const failed = (code: string) =>
  new ConnectionError(`cannot reach ${URL_}`, {
    cause: new TypeError('fetch failed', { cause: Object.assign(new Error('it'), { code }) }),
  });

describe('failures are explained with what to do', () => {
  test('no service', async () => {
    expect(await said(failed('ECONNREFUSED'))).toMatch(
      /^no service responds at https:.*'tidemark serve'.*--url/,
    );
    expect(await said(failed('ENOTFOUND'))).toMatch(/^unknown host prices\.example\.com: /);
    expect(await said(failed('CERT_HAS_EXPIRED'))).toContain('(CERT_HAS_EXPIRED)');
    const several = new AggregateError([Object.assign(new Error('it'), { code: 'ECONNREFUSED' })]);
    expect(await said(new ConnectionError('x', { cause: several }))).toMatch(/^no service responds at/);
  });

  test('no valid token', async () => {
    const refused = new UnauthorizedError(401, { status: 'UNAUTHORIZED', message: 'no' });
    expect(await said(refused)).toMatch(/rejected client desk: its id or secret is wrong/);
    expect(await said(refused, { ...TARGET, isDemo: true })).toMatch(/has no demo client: 'tidemark login/);
    const byToken = { ...TARGET, identity: { token: 'hush-hush' } };
    expect(await said(refused, byToken)).toMatch(/rejected the token: it has expired/);
  });

  test('a missing scope, by its name', async () => {
    const message = 'this needs a token with scope read:LX';
    expect(await said(new ForbiddenError(403, { status: 'FORBIDDEN', message }))).toBe(
      `${URL_} refused the request: ${message}; the operator can add a scope with 'tidemark clients set ID --scope'`,
    );
  });

  test('an unknown or ambiguous name', async () => {
    expect(await said(new NameError('BTX', []), TARGET, ['BTC'])).toBe(
      'nothing is named "BTX": did you mean BTC?',
    );
    expect(await said(new NameError('BTX', []))).toContain("'tidemark get assets' lists assets");
    const candidates = [
      { id: 'one', name: 'Unit\u001b[2J', symbol: 'UNI', slugName: 'unit', rank: 4 },
      { id: 'two', name: 'Other', symbol: 'UNI', slugName: 'other', rank: undefined },
    ];
    expect(await said(new NameError('UNI', candidates))).toBe(
      '"UNI" is ambiguous; use one of these ids:\n  one  UNI  Unit [2J, rank 4\n  two  UNI  Other',
    );
  });

  test('too much, a wrong field, another URL, another error, a closed stream', async () => {
    expect(await said(new RateLimitedError(429, { message: 'slow down' }, 1500))).toContain('in 2 s');
    const problem = {
      object: 'Tick',
      field: 'from',
      rejectedValue: 'x',
      message: 'must be a datetime',
    } as const;
    expect(
      await said(
        new BadRequestError(400, { status: 'BAD_REQUEST', message: 'validation error', errors: [problem] }),
      ),
    ).toBe(`${URL_} answered validation error: from must be a datetime`);
    expect(await said(new BadRequestError(400, { error: 'invalid_target' }))).toContain('public URL');
    expect(await said(new ApiError(500, { message: 'oops', requestId: 'r1' }))).toContain('(request r1)');
    expect(await said(new ApiError(308, {}))).toMatch(/redirect \(308\): set --url or TIDEMARK_URL/);
    expect(await said(new SilentService(`${URL_} has not responded for 30 s`))).toMatch(
      /^https:\S+ has not responded for 30 s: set another address/,
    );
    const forged = new ApiError(500, { message: 'oops\ntidemark: done', requestId: 'r\n1' });
    expect(await said(forged)).toBe(`${URL_} answered oops tidemark: done (request r 1)`);
    expect(await said(new StreamError(4003, 'gone'))).toContain('closed with 4003: gone');
  });

  test('a URL with a path that is not part of the API', async () => {
    const at = (url: string) => ({ ...TARGET, url });
    const missing = new NotFoundError(404, { status: 'NOT_FOUND', message: 'there is no such route' });
    expect(await said(missing, at(`${URL_}/docs`))).toBe(
      `there is no Tidemark API at ${URL_}/docs: leave the path out`,
    );
    expect(await said(new NotFoundError(404, {}), at(`${URL_}/docs`))).toContain('leave the path out');
    expect(await said(missing)).toMatch(/^there is no Tidemark API at https:\S+: set another address/);
    const unknown = new NotFoundError(404, { status: 'NOT_FOUND', message: 'nothing has this id' });
    expect(await said(unknown, at(`${URL_}/docs`))).toBe(`${URL_}/docs answered nothing has this id`);
  });

  test('errors of the program are unchanged', async () => {
    const error = new RangeError('bug');
    expect(await explained(error, TARGET, async () => [])).toBe(error);
  });
});
