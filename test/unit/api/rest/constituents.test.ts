import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../../../src/api/errors.ts';
import { constituentsRoutes, type ConstituentsParts } from '../../../../src/api/rest/constituents.ts';
import { maskOf, type FlagMask } from '../../../../src/core/index-value.ts';
import { entityKey, recordId } from '../../../../src/core/record-id.ts';
import type { NoReceipt, Receipt } from '../../../../src/receipts/receipts.ts';
import { servedMarket } from '../../../support/served-market.ts';
import { anAsset, SOUND } from '../../../support/reference-data.ts';

const AT = Date.parse('2026-03-01T12:00:00Z');
const ASSET = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const current = servedMarket({
  ...SOUND,
  assets: [...SOUND.assets, anAsset('explained', { id: ASSET })],
});
const id = recordId('gwa', AT, entityKey(ASSET));
const RECEIPT = { indexId: ASSET, at: AT, price: 2, volume: 3, flags: [] } as unknown as Receipt;

let flags: FlagMask;
let shownAt: number;
let asked: number;
let made: Receipt | NoReceipt;
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
    indexTickers: { at: shownAt },
    history: { readSeries: () => Promise.resolve([{ ...value, flags }]) },
    receipts: {
      explain: () => {
        asked++;
        return Promise.resolve(made);
      },
    },
  } as unknown as ConstituentsParts;
}

async function answer(): Promise<string> {
  const [route] = constituentsRoutes({ ...parts(), turns: { next: async () => {} } });
  const grant = { clientId: 'a', scopes: new Set(['read:index-ticker', 'read:LX']) };
  const asker = () => ({ clientId: 'a', gone: new AbortController().signal });
  const request = { path: { id }, query: {}, grant, marketTime: AT, asker } as never;
  try {
    const { prepared } = (await route!.handle(request)) as unknown as { prepared: { json: Buffer } };
    return prepared ? 'answered' : 'nothing';
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.message}`;
    throw error;
  }
}

describe('a receipt', () => {
  test('is given for a value that was published', async () => {
    expect(await answer()).toBe('answered');
  });

  test('of a back-filled value is not found, with that reason, and nothing is computed', async () => {
    flags = maskOf('MODELLED');
    expect(await answer()).toMatch(/MODELLED/);
    expect(asked).toBe(0);
  });

  test('of a value that is stored and not yet published does not exist', async () => {
    shownAt = AT - 30_000;
    expect(await answer()).toMatch(/no value at that tick/);
    expect(asked).toBe(0);
  });

  test.each([
    ['not-kept', /not kept/],
    ['damaged', /damaged/],
    ['other-reference', /reference data has changed/],
    ['no-value', /no value/],
    ['busy', /try again/],
  ] as const)('that is %s says so', async (reason, message) => {
    made = reason;
    expect(await answer()).toMatch(message);
  });

  test('that gives another value than the published one is not shown', async () => {
    made = { ...RECEIPT, price: 2.5 };
    expect(await answer()).toMatch(/damaged/);
  });
});
