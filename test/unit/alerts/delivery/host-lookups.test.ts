import { beforeEach, expect, test } from 'vitest';
import { HostLookups } from '../../../../src/alerts/delivery/host-lookups.ts';
import { Deferred } from '../../../../src/core/async/deferred.ts';
import { SECOND_MS } from '../../../../src/core/time.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const ADDRESSES = ['192.0.2.1'];

let clock: ManualClock;
/** Names whose look-up the resolver has begun, in order. */
let begun: string[];
let answers: Map<string, Deferred<readonly string[]>>;
let lookups: HostLookups;
let left: AbortController;
beforeEach(() => {
  clock = new ManualClock(0);
  begun = [];
  answers = new Map();
  left = new AbortController();
  lookups = new HostLookups(clock, (host) => {
    begun.push(host);
    const answer = new Deferred<readonly string[]>();
    answers.set(host, answer);
    return answer.promise;
  });
});

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const ask = (host: string) => lookups.addressesOf(host, left.signal);
async function answer(host: string): Promise<void> {
  answers.get(host)!.resolve(ADDRESSES);
  await settle();
}

test('two names are looked up at once, the others in the order in which they came', async () => {
  const all = ['a', 'b', 'c', 'd'].map(ask);
  await settle();
  expect(begun).toEqual(['a', 'b']);
  await answer('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  await answer('a');
  await answer('c');
  await answer('d');
  expect(await Promise.all(all)).toEqual([ADDRESSES, ADDRESSES, ADDRESSES, ADDRESSES]);
});

test('a name is looked up once for all who ask at the same time', async () => {
  const all = [ask('a'), ask('a'), ask('a')];
  await settle();
  await answer('a');
  expect(await Promise.all(all)).toEqual([ADDRESSES, ADDRESSES, ADDRESSES]);
  expect(begun).toEqual(['a']);
});

test('a name without an answer has no address after 5 seconds, and keeps its place until the resolver gives up', async () => {
  const hanging = [ask('a'), ask('b')];
  const waiting = ask('c');
  await settle();
  clock.advance(5 * SECOND_MS - 1);
  await settle();
  clock.advance(1);
  expect(await Promise.all(hanging)).toEqual([[], []]);
  await settle();
  expect(begun).toEqual(['a', 'b']);
  answers.get('a')!.reject(new Error('gave up'));
  await settle();
  await answer('c');
  expect(await waiting).toEqual(ADDRESSES);
});

test('names that took too long leave one place to the others', async () => {
  const hanging = [ask('a'), ask('b')];
  clock.advance(5 * SECOND_MS);
  await Promise.all(hanging);
  await answer('a');
  await answer('b');
  begun = [];
  const again = [ask('a'), ask('b')];
  const other = ask('c');
  await settle();
  expect(begun).toEqual(['a', 'c']);
  await answer('c');
  expect(await other).toEqual(ADDRESSES);
  await answer('a');
  await answer('b');
  expect(await Promise.all(again)).toEqual([ADDRESSES, ADDRESSES]);
  begun = [];
  void ask('a');
  void ask('b');
  await settle();
  // They were quick this time.
  expect(begun).toEqual(['a', 'b']);
});

test('a name that nobody waits for any more is not looked up', async () => {
  const all = ['a', 'b', 'c'].map(ask);
  const ended = Promise.allSettled(all);
  await settle();
  left.abort(new Error('left'));
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await answer('a');
  expect(begun).toEqual(['a', 'b']);
});
