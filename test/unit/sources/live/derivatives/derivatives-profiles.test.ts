import { describe, expect, test } from 'vitest';
import { WellKnown } from '../../../../../src/reference/well-known/well-known.ts';
import { CONTRACT_LAYOUTS } from '../../../../../src/sources/live/ccxt/contracts/contract-layouts.ts';
import { LIVE } from '../../../../../src/sources/live/definition.ts';
import {
  DERIVATIVES,
  derivativesProfileOf,
} from '../../../../../src/sources/live/settings/derivatives-profiles.ts';
import { CONTRACT_LAYOUTS as RIG_LAYOUTS } from '../../../../support/rig/contracts/contract-rig.ts';

const wellKnown = new WellKnown();
const { kind, default: usual } = LIVE.settings.derivatives;

describe('interfaces of derivatives', () => {
  test('belong to exchanges that clients know', () => {
    for (const [key, { name }] of Object.entries(DERIVATIVES))
      expect(derivativesProfileOf(key, wellKnown).id, key).toBe(wellKnown.exchange(name)?.id);
  });

  test('can all be read, on the hosts that they name', () => {
    const keys = Object.keys(DERIVATIVES);
    expect([...CONTRACT_LAYOUTS.keys(), 'bitmex'].toSorted()).toEqual(keys);
    expect(Object.fromEntries(RIG_LAYOUTS.map(({ key, hosts }) => [key, hosts]))).toEqual(
      Object.fromEntries(keys.map((key) => [key, DERIVATIVES[key]?.hosts])),
    );
  });

  test.each([
    ['none', []],
    ['deribit', ['deribit']],
    [' OKX, bybit', ['okx', 'bybit']],
    ['okx,okx', undefined],
    ['kraken', undefined],
    ['toString', undefined],
    ['', undefined],
  ])('the setting %j means %j', (text, keys) => {
    expect(kind.parse(text)).toEqual(keys);
  });

  test('are all read unless settings say otherwise', () => {
    expect(kind.parse(kind.format?.(usual) ?? '')).toEqual(Object.keys(DERIVATIVES));
    expect(kind.format?.([])).toBe('none');
  });
});
