import { expect, onTestFinished, test, vi } from 'vitest';
import { beginningWords, loadConfig } from '../../../web/src/data/page-config.ts';
import { json, rejection } from '../sdk/fake-service.ts';

const asked: string[] = [];

/** The message for a service with this answer. */
async function wordsOf(answer: () => Promise<Response>): Promise<string> {
  vi.stubGlobal('fetch', (url: URL) => {
    asked.push(url.href);
    return answer();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return beginningWords(await rejection(loadConfig('https://prices.example.com/base/')));
}

test('a missing, a failing and a different service are distinguished', async () => {
  expect(await wordsOf(() => Promise.reject(new TypeError('Failed to fetch')))).toBe(
    'The service cannot be reached.',
  );
  expect(await wordsOf(async () => json({}, 503))).toBe(
    'The service responded with status 503. Try again later.',
  );
  expect(await wordsOf(async () => new Response('<!doctype html>'))).toBe(
    'The server at this address is not a Tidemark service.',
  );
  expect(new Set(asked)).toEqual(new Set(['https://prices.example.com/base/page/config.json']));
});

test('an error of the page itself is said to be one', () => {
  expect(beginningWords(new TypeError('x is undefined'))).toBe('The page cannot be shown: x is undefined');
});
