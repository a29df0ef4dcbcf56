import { RateLimitedError, UnavailableError } from '@tidemark/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { publicTokens } from '../../../web/src/data/public-tokens.ts';
import { rejection } from '../sdk/fake-service.ts';

const URL_OF_IT = 'https://prices.example.com/';

/** Answers in turn; the last one for all that follow. */
function answering(...answers: (() => Response)[]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (_url: URL, { body }: { body: string }) => {
    asked.push(body);
    return answers[Math.min(asked.length, answers.length) - 1]!();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return asked;
}

const ANY = { refused: undefined };
const clock = { time: 0, now: () => clock.time };
const token = (name: string) => () => Response.json({ access_token: name, expires_in: 3600 });
const status =
  (code: number, headers = {}) =>
  () =>
    new Response('{}', { status: code, headers });

test('requests that begin together share one token for each side', async () => {
  const asked = answering(token('one'), token('two'));
  const tokens = publicTokens(URL_OF_IT, clock);
  const rest = Array.from({ length: 6 }, () => tokens('rest', ANY));
  expect(new Set(await Promise.all(rest))).toEqual(new Set(['one']));
  expect(await tokens('stream', ANY)).toBe('two');
  expect(asked).toEqual(['{"side":"rest"}', '{"side":"stream"}']);
});

test('one that was refused or has ended is replaced once for all', async () => {
  const asked = answering(token('one'), token('two'), token('three'));
  const tokens = publicTokens(URL_OF_IT, clock);
  await tokens('rest', ANY);
  const refused = await Promise.all([1, 2, 3].map(() => tokens('rest', { refused: 'one' })));
  expect(refused).toEqual(['two', 'two', 'two']);
  clock.time += 3_600_000;
  const ended = await Promise.all([1, 2, 3].map(() => tokens('rest', ANY)));
  expect(ended).toEqual(['three', 'three', 'three']);
  expect(asked).toHaveLength(3);
});

test.each([
  [429, RateLimitedError],
  [503, UnavailableError],
])('a refusal with %i is one that may pass, with how long to wait', async (code, Refusal) => {
  answering(status(code, { 'retry-after': '7' }));
  const error = await rejection(Promise.resolve(publicTokens(URL_OF_IT, clock)('rest', ANY)));
  expect(error).toBeInstanceOf(Refusal);
  expect(error).toMatchObject({ httpStatus: code, retryAfterMs: 7000 });
});

test('after a failure the next request asks anew, and keeps what it gets', async () => {
  const asked = answering(status(503), token('one'));
  const tokens = publicTokens(URL_OF_IT, clock);
  const both = await Promise.allSettled([tokens('rest', ANY), tokens('rest', ANY)]);
  expect(both.map(({ status: how }) => how)).toEqual(['rejected', 'rejected']);
  expect(await tokens('rest', ANY)).toBe('one');
  expect(await tokens('rest', ANY)).toBe('one');
  expect(asked).toHaveLength(2);
});
