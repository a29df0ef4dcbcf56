import { describe, expect, test } from 'vitest';
import { GuessLimiter } from '../../../src/auth/guess-limiter.ts';
import { MINUTE_MS } from '../../../src/core/time.ts';
import { ManualClock } from '../../manual-clock.ts';

function open() {
  const clock = new ManualClock(1_000_000);
  return { clock, guesses: new GuessLimiter(clock) };
}

function guess(guesses: GuessLimiter, times: number, client = 'desk', address = '192.0.2.1') {
  return Array.from({ length: times }, () => guesses.countWrong(client, address));
}

describe('wrong secrets', () => {
  test('sixty in a minute are free, from the 61st on there is a time to wait', () => {
    const { guesses } = open();
    expect(guess(guesses, 60)).toEqual(Array.from({ length: 60 }, () => undefined));
    expect(guess(guesses, 2)).toEqual([MINUTE_MS, MINUTE_MS]);
  });

  test('the time to wait is what is left of the minute', () => {
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

  test('a clock that is set neither ends the minute nor prolongs it', () => {
    const { clock, guesses } = open();
    guess(guesses, 60);
    clock.step(86_400_000);
    expect(guess(guesses, 1)).toEqual([MINUTE_MS]);
    clock.step(-2 * 86_400_000);
    clock.advance(MINUTE_MS);
    expect(guess(guesses, 1)).toEqual([undefined]);
  });

  test('are counted for each client and each address alone', () => {
    const { guesses } = open();
    guess(guesses, 61);
    expect(guess(guesses, 1, 'other')).toEqual([undefined]);
    expect(guess(guesses, 1, 'desk', '192.0.2.2')).toEqual([undefined]);
    expect(guess(guesses, 1)).toEqual([MINUTE_MS]);
  });

  test('a flood of invented ids is forgotten oldest first, so that memory stays bounded', () => {
    const { guesses } = open();
    guess(guesses, 61, 'first');
    for (let i = 0; i < 60_000; i++) guesses.countWrong(`invented ${i}`, '192.0.2.9');
    guess(guesses, 61, 'last');
    for (let i = 0; i < 1000; i++) guesses.countWrong(`more ${i}`, '192.0.2.9');
    expect(guess(guesses, 1, 'first')).toEqual([undefined]);
    expect(guess(guesses, 1, 'last')).toEqual([MINUTE_MS]);
  });
});
