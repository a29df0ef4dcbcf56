import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../support/manual-clock.ts';
import { startService, type TestService } from '../../support/service.ts';
import { parseErrorBody } from '../../support/error-answers.ts';
import { Operator } from '../../support/operator.ts';
import type { RawAnswer } from '../../support/raw-connection.ts';
import { basic, demoRequest, postForm, postJson } from './token-requests.ts';

const FREE_GUESSES = 60;
const MINUTE_MS = 60_000;

let service: TestService;
const clock = new ManualClock(Date.UTC(2026, 0, 31, 12, 0, 30));
beforeAll(async () => {
  service = await startService({ past: false, wallClock: clock, argv: ['--trust-proxy', '127.0.0.1'] });
});
afterAll(() => service.close());
// What a test has guessed is forgotten before the next.
beforeEach(() => clock.advance(2 * MINUTE_MS));

function ask(
  changes: Readonly<Record<string, unknown>>,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  return postJson(service.baseUrl, demoRequest(service.baseUrl, changes), headers);
}

const guess = (clientId = 'demo', headers: Record<string, string> = {}) =>
  ask({ client_id: clientId, client_secret: 'wrong' }, headers);

async function useUpGuesses(clientId?: string): Promise<void> {
  for (let i = 0; i < FREE_GUESSES; i++) expect((await guess(clientId)).status).toBe(401);
}

test('60 wrong secrets in a minute are 401, the 61st is 429 and says when to come back', async () => {
  await useUpGuesses();
  clock.advance(15_500);
  const answer = await guess();
  expect(answer.status).toBe(429);
  const body = parseErrorBody(answer.body, 'TOO_MANY_REQUESTS');
  expect(body).toMatchObject({ errors: [], error: 'invalid_client', error_description: body.message });
  expect(answer.headers['retry-after']).toBe('45');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect((await guess()).status).toBe(429);
});

test('a right secret gets its token after any number of wrong ones', async () => {
  await useUpGuesses();
  expect((await guess()).status).toBe(429);
  expect((await ask({})).status).toBe(200);
  expect((await guess()).status).toBe(429);
});

test('a right secret in between gives no new guesses', async () => {
  for (let i = 0; i < FREE_GUESSES; i++) {
    expect((await guess()).status).toBe(401);
    if (i % 10 === 0) expect((await ask({})).status).toBe(200);
  }
  expect((await guess()).status).toBe(429);
});

test('when the minute is over, wrong secrets are 401 again', async () => {
  await useUpGuesses();
  clock.advance(MINUTE_MS - 1);
  expect((await guess()).status).toBe(429);
  clock.advance(1);
  await useUpGuesses();
  expect((await guess()).status).toBe(429);
});

test('an unknown client is limited as a known one is', async () => {
  await useUpGuesses('nobody');
  expect((await guess('nobody')).status).toBe(429);
});

test('guesses at one client do not count for another', async () => {
  const { client } = await new Operator(service.folder, clock).addClient();
  await useUpGuesses();
  expect((await guess()).status).toBe(429);
  expect((await guess(client.id)).status).toBe(401);
  expect((await guess('nobody')).status).toBe(401);
});

test('guesses from one address do not count for another', async () => {
  await useUpGuesses();
  expect((await guess()).status).toBe(429);
  expect((await guess('demo', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(401);
});

test('JSON, form and HTTP Basic count together', async () => {
  const fields = { grant_type: 'client_credentials', audience: service.baseUrl };
  for (let i = 0; i < FREE_GUESSES / 3; i++) {
    expect((await guess()).status).toBe(401);
    expect(
      (await postForm(service.baseUrl, { ...fields, client_id: 'demo', client_secret: 'wrong' })).status,
    ).toBe(401);
    expect((await postForm(service.baseUrl, fields, { authorization: basic('demo', 'wrong') })).status).toBe(
      401,
    );
  }
  expect((await guess()).status).toBe(429);
});

test('a request that is 400 never counts, whatever its secret', async () => {
  const wrong = { client_secret: 'wrong' };
  for (let i = 0; i < FREE_GUESSES; i++) {
    expect((await ask({ ...wrong, audience: 'https://other.example' })).status).toBe(400);
    expect((await ask({ ...wrong, grant_type: 'password' })).status).toBe(400);
    expect((await ask({ ...wrong, client_id: undefined })).status).toBe(400);
    expect((await ask({ scope: 'beyond' })).status).toBe(400);
  }
  await useUpGuesses();
  expect((await guess()).status).toBe(429);
});

test('301 wrong secrets a minute from one address are too many, whatever the ids; a right one still works', async () => {
  for (let i = 0; i < 300; i++) expect((await guess(`client ${i}`)).status).toBe(401);
  const answer = await guess('one more');
  expect(answer.status).toBe(429);
  expect(answer.headers['retry-after']).toBe('60');
  const body = parseErrorBody(answer.body, 'TOO_MANY_REQUESTS');
  expect(body).toMatchObject({
    error: 'invalid_client',
    message: 'too many wrong secrets from this address',
  });
  expect((await ask({})).status).toBe(200);
  expect((await ask({ audience: 'https://other.example' })).status).toBe(400);
  expect((await guess('one more', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(401);
  clock.advance(MINUTE_MS);
  expect((await guess('one more')).status).toBe(401);
});
