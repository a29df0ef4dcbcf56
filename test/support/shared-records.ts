import type { Perpetual } from '../../src/core/contract.ts';
import type { Gap } from '../../src/core/gap.ts';
import type { SignedHead } from '../../src/core/integrity-head.ts';
import type { ReferenceVersion } from '../../src/core/reference-data.ts';
import { DAY_MS, SLOT_MS } from '../../src/core/time.ts';
import { referenceHashOf } from '../../src/reference/versions/reference-hash.ts';
import { SOUND } from './reference-data.ts';

export const DAY = Date.parse('2026-11-20T00:00:00Z');

/** Records for logs that nodes share, by number: each is different. */
export function numberedContract(number: number): Perpetual {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    exchangeId: '00000000-0000-4000-8000-00000000000a',
    marketId: '00000000-0000-4000-8000-00000000000b',
    exchangeName: `C${number}`,
    type: 'perpetuals',
    settlementCurrency: 'USD',
    valueCurrency: 'USD',
    contractValue: '1',
  };
}

export function numberedHead(number: number): SignedHead {
  return {
    slot: DAY + number * DAY_MS,
    recordHash: 'ab'.repeat(32),
    keyId: 'k',
    signature: `s${number}`,
  };
}

export function numberedGap(number: number): Gap {
  return { from: DAY + 2 * number * SLOT_MS, to: DAY + (2 * number + 1) * SLOT_MS, reason: 'DISK' };
}

export function numberedVersion(number: number): ReferenceVersion {
  const supplies = SOUND.supplies.map((supply) => ({ ...supply, totalSupply: String(21_000_000 + number) }));
  const data = { ...SOUND, supplies };
  return { hash: referenceHashOf(data), from: DAY + number * SLOT_MS, data };
}
