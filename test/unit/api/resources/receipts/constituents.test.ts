import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../../../../src/api/http/errors.ts';
import {
  constituentsRoutes,
  type ConstituentsParts,
} from '../../../../../src/api/resources/receipts/constituents.ts';
import { maskOf, type FlagMask } from '../../../../../src/core/index-value.ts';
import { entityKey, recordId } from '../../../../../src/core/ids/record-id.ts';
import type { NoReceipt, ServedReceipt } from '../../../../../src/values/receipts/receipts.ts';
import { servedMarket } from '../../../../support/served-market.ts';
import { anAsset, SOUND } from '../../../../support/reference-data.ts';

const AT = Date.parse('2026-03-01T12:00:00Z');
const ASSET = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const current = servedMarket({
  ...SOUND,
  assets: [...SOUND.assets, anAsset('explained', { id: ASSET })],
});
const id = recordId('gwa', AT, entityKey(ASSET));
const RECEIPT = { indexId: ASSET, at: AT, price: 2, volume: 3, flags: [] } as unknown as ServedReceipt;

let flags: FlagMask;
let shownAt: number;
let asked: number;
let made: ServedReceipt | NoReceipt;
beforeEach(() => {
  flags = 0;
  shownAt = AT;
  asked = 0;
  made = RECEIPT;
});

function parts(): ConstituentsParts {
  const value = { indexType: 'GWA' as const, indexId: ASSET, at: AT, price: 2, volume: 3 };
  return {
    versions: { current },
    marketSpeed: 1,
    indexTickers: {
      get at() {
        return shownAt;
      },
    },
    history: { readSeries: () => Promise.resolve([{ ...value, flags }]) },
    receipts: {
      explain: () => {
        asked++;
        return Promise.resolve(made);
      },
    },
  } as unknown as ConstituentsParts;
}

function route() {
  return constituentsRoutes({ ...parts(), turns: { next: async () => {} } })[0]!;
}

function requestAt(marketTime: number) {
  const grant = { clientId: 'a', scopes: new Set(['read:index-ticker', 'read:LX']) };
  const asker = () => ({ clientId: 'a', gone: new AbortController().signal });
  return { path: { id }, query: {}, grant, marketTime, marketNow: () => marketTime, asker } as never;
}

async function answer(): Promise<string> {
  try {
    const { prepared } = (await route().handle(requestAt(AT))) as unknown as { prepared: { json: Buffer } };
    return prepared ? 'answered' : 'nothing';
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.message}`;
    throw error;
  }
}

describe('a receipt', () => {
  test('exists for a published value', async () => {
    expect(await answer()).toBe('answered');
  });

  test('of a back-filled value is not found, with the reason, and nothing is computed', async () => {
    flags = maskOf('MODELLED');
    expect(await answer()).toMatch(/MODELLED/);
    expect(asked).toBe(0);
  });

  test('of a value that is stored but not yet published does not exist', async () => {
    shownAt = AT - 30_000;
    expect(await answer()).toMatch(/no value at that tick/);
    expect(asked).toBe(0);
  });

  test.each([
    ['not-kept', /no longer stored/],
    ['damaged', /damaged/],
    ['other-reference', /reference data has changed/],
    ['no-value', /no value/],
    ['busy', /try again/],
  ] as const)('that is %s says so', async (reason, message) => {
    made = reason;
    expect(await answer()).toMatch(message);
  });

  test('with another value than the published one is not shown', async () => {
    made = { ...RECEIPT, price: 2.5 };
    expect(await answer()).toMatch(/damaged/);
  });
});

describe('a receipt with a proof', () => {
  const DAY_END = Date.parse('2026-03-02T00:00:00Z');

  function withHead(slot: number, isFinal: boolean): ServedReceipt {
    const head = { slot, recordHash: 'h', keyId: 'k', signature: 's' };
    return {
      ...RECEIPT,
      proof: { slot: AT, leaves: [], path: [], root: {}, record: {}, head, isFinal },
    } as never;
  }

  async function served(own: ReturnType<typeof route>, marketTime = shownAt) {
    const { prepared, maxAgeSeconds } = await own.handle(requestAt(marketTime));
    const { proof } = JSON.parse(prepared.identity.bytes.toString()) as {
      proof: { head?: { slot: string }; isFinal?: boolean };
    };
    expect(proof.isFinal).toBeUndefined();
    return { head: proof.head?.slot, maxAgeSeconds };
  }

  test('is cached while its day is open, and leads to the final head after it', async () => {
    const own = route();
    made = withHead(AT, false);
    expect(await served(own)).toEqual({ head: '2026-03-01T12:00:00.000Z', maxAgeSeconds: 300 });
    shownAt = DAY_END - 30_000;
    expect(await served(own)).toEqual({ head: '2026-03-01T12:00:00.000Z', maxAgeSeconds: 30 });
    expect(asked).toBe(1);
    shownAt = DAY_END;
    made = withHead(DAY_END, true);
    expect(await served(own)).toEqual({ head: '2026-03-02T00:00:00.000Z', maxAgeSeconds: 300 });
    shownAt = DAY_END + 3_600_000;
    expect((await served(own)).head).toBe('2026-03-02T00:00:00.000Z');
    expect(asked).toBe(2);
  });

  test('is not cached if its day ended before the final head was signed', async () => {
    const own = route();
    shownAt = DAY_END;
    made = withHead(DAY_END - 30_000, false);
    expect((await served(own)).maxAgeSeconds).toBe(0);
    await served(own);
    expect(asked).toBe(2);
  });

  test('is not cached without a head', async () => {
    const own = route();
    const { head, ...proof } = withHead(AT, false).proof!;
    made = { ...RECEIPT, proof };
    expect(await served(own)).toEqual({ head: undefined, maxAgeSeconds: 0 });
    await served(own);
    expect(asked).toBe(2);
    expect(head).toBeDefined();
  });
});
