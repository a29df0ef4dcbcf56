import { expect, test } from 'vitest';
import { originalClientSwitches } from '../../../../src/app/config/original-clients.ts';

const OFF = { compat: 'off', publicLookups: false, rapidapi: false, audiences: undefined } as const;

test('nothing is logged while no switch for clients of the original service is on', () => {
  expect(originalClientSwitches(OFF)).toBeUndefined();
  expect(originalClientSwitches({ ...OFF, publicLookups: true })).toBeUndefined();
});

test('every switch is named with its state', () => {
  expect(originalClientSwitches({ ...OFF, compat: 'original' })).toBe(
    'for clients of the original service: --compat original; --public-lookups off (look-ups need a token); --rapidapi off; --audiences none',
  );
  expect(
    originalClientSwitches({
      compat: 'original',
      publicLookups: true,
      rapidapi: true,
      audiences: ['https://a.example', 'wss://b.example'],
    }),
  ).toBe(
    'for clients of the original service: --compat original; --public-lookups on (look-ups and /convert need no token); --rapidapi on (X-RapidAPI-Key, paths without /v3); --audiences https://a.example,wss://b.example',
  );
  expect(originalClientSwitches({ ...OFF, rapidapi: true, publicLookups: true })).toContain(
    '--public-lookups on (look-ups need no token)',
  );
});
