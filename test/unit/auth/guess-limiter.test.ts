import { describe, expect, test } from 'vitest';
import { GuessLimiter } from '../../../src/auth/guess-limiter.ts';
import { MINUTE_MS } from '../../../src/core/time.ts';
import { ManualClock } from '../../support/manual-clock.ts';

function open() {
  const clock = new ManualClock(1_000_000);
  return { clock, guesses: new GuessLimiter(clock) };
}

function guess(guesses: GuessLimiter, times: number, client = 'desk', address = '192.0.2.1') {
  return Array.from({ length: times }, () => guesses.countWrong(client, address)?.waitMs);
}

describe('wrong secrets', () => {
  test('sixty in a minute are free, from the 61st on there is a delay', () => {
    const { guesses } = open();
    expect(guess(guesses, 60)).toEqual(Array.from({ length: 60 }, () => undefined));
    expect(guess(guesses, 2)).toEqual([MINUTE_MS, MINUTE_MS]);
  });

  test('the delay is the rest of the minute', () => {
    const { clock, guesses } = open();
    guess(guesses, 60);
    clock.advance(MINUTE_MS - 1);
    expect(guess(guesses, 1)).toEqual([1]);
  });

  test('a minute after the first one the count starts again', () => {
    const { clock, guesses } = open();
    guess(guesses, 100);
    clock.advance(MINUTE_MS);
    expect(guess(guesses, 61).slice(-2)).toEqual([undefined, MINUTE_MS]);
  });

  test('setting the clock neither ends the minute nor prolongs it', () => {
    const { clock, guesses } = open();
    guess(guesses, 60);
    clock.step(86_400_000);
    expect(guess(guesses, 1)).toEqual([MINUTE_MS]);
    clock.step(-2 * 86_400_000);
    clock.advance(MINUTE_MS);
    expect(guess(guesses, 1)).toEqual([undefined]);
  });

  test('are counted separately for each client and each address', () => {
    const { guesses } = open();
    guess(guesses, 61);
    expect(guess(guesses, 1, 'other')).toEqual([undefined]);
    expect(guess(guesses, 1, 'desk', '192.0.2.2')).toEqual([undefined]);
    expect(guess(guesses, 1)).toEqual([MINUTE_MS]);
  });

  test('a flood of invented ids is evicted oldest first, so that memory stays bounded', () => {
    const { guesses } = open();
    guess(guesses, 61, 'first');
    for (let i = 0; i < 60_000; i++) guesses.countWrong(`invented ${i}`, '192.0.2.9');
    guess(guesses, 61, 'last');
    for (let i = 0; i < 1000; i++) guesses.countWrong(`more ${i}`, '192.0.2.9');
    expect(guess(guesses, 1, 'first')).toEqual([undefined]);
    expect(guess(guesses, 1, 'last')).toEqual([MINUTE_MS]);
  });
});

describe('wrong secrets of one address', () => {
  /** Each for a client of its own. */
  function spray(guesses: GuessLimiter, times: number, address = '192.0.2.1', name = 'client') {
    return Array.from({ length: times }, (_, i) => guesses.countWrong(`${name} ${i}`, address));
  }

  test('three hundred in a minute are free over all clients, from the 301st on there is a delay', () => {
    const { clock, guesses } = open();
    expect(spray(guesses, 300).filter((answer) => answer !== undefined)).toEqual([]);
    clock.advance(1000);
    expect(guesses.countWrong('yet another', '192.0.2.1')).toEqual({
      of: 'address',
      waitMs: MINUTE_MS - 1000,
    });
    clock.advance(MINUTE_MS - 1000);
    expect(guesses.countWrong('yet another', '192.0.2.1')).toBeUndefined();
  });

  test('count for no other address', () => {
    const { guesses } = open();
    spray(guesses, 301);
    expect(guesses.countWrong('client', '192.0.2.2')).toBeUndefined();
  });

  test('count together within a /64 of IPv6, however they are written, and not beyond it', () => {
    const { guesses } = open();
    spray(guesses, 150, '2001:db8:0:7::1', 'first');
    spray(guesses, 150, '2001:0DB8:0000:0007:ffff:0:0:2', 'second');
    expect(guesses.countWrong('third', '2001:db8::7:1:2:3:4')).toMatchObject({ of: 'address' });
    expect(guesses.countWrong('third', '2001:db8:0:8::1')).toBeUndefined();
  });

  test('count for the IPv4 address if it is written as IPv6', () => {
    const { guesses } = open();
    spray(guesses, 300, '::ffff:192.0.2.1');
    expect(guesses.countWrong('other', '192.0.2.1')).toMatchObject({ of: 'address' });
    expect(guesses.countWrong('other', '::ffff:192.0.2.2')).toBeUndefined();
  });

  test('of a flood of addresses are evicted oldest first, so that memory stays bounded', () => {
    const { guesses } = open();
    spray(guesses, 300, '192.0.2.1');
    for (let i = 0; i < 60_000; i++)
      guesses.countWrong('client', `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
    expect(guesses.countWrong('other', '192.0.2.1')).toBeUndefined();
  });
});
