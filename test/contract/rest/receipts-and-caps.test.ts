import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entityKey, recordId } from '../../../src/core/ids/record-id.ts';
import { buildWorld } from '../../../src/simulator/world.ts';
import { recomputeMwa, type MwaText } from '../../support/independent/mwa.ts';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';

const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const USD = 'e77b9824-126a-418e-a69c-a2e682578e94';
const EUR = '9b687b84-695a-43cf-9ad6-4df86740163b';
const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const AT = Date.parse(STANDING_WORLD.slot);

let service: TestService;
let authorization: string;
beforeAll(async () => {
  service = await startService({ argv: STANDING_WORLD.argv });
  authorization = `Bearer ${await service.token()}`;
});
afterAll(() => service.close());

async function read<T>(path: string, status = 200): Promise<T> {
  const answer = await service.get(path, { authorization });
  expect([path, answer.status]).toEqual([path, status]);
  return (await answer.json()) as T;
}

interface Cap {
  readonly assetId: string;
  readonly marketCapRank: string;
  readonly volumeRank: string;
  readonly price: string;
  readonly freeFloatSupply: string;
  readonly totalSupply: string;
  readonly marketCap: string;
  readonly totalMarketCap: string;
  readonly timestamp: string;
  readonly pricePercentChange?: object;
  readonly flags?: readonly string[];
}

describe('/market-cap', () => {
  test('comes in ascending rank, with a price that is the GWA of the tick', async () => {
    const { content } = await read<{ content: Cap[] }>('/v3/market-cap');
    expect(content.map(({ marketCapRank }) => marketCapRank)).toEqual(
      content.map((_cap, i) => String(i + 1)),
    );
    expect(new Set(content.map(({ volumeRank }) => volumeRank)).size).toBe(content.length);
    const { content: gwa } = await read<{ content: { indexId: string; price: string }[] }>(
      '/v3/index-ticker?indexType=GWA',
    );
    const prices = new Map(gwa.map(({ indexId, price }) => [indexId, price]));
    for (const { assetId, price } of content) expect(price).toBe(prices.get(assetId));
  });

  test('holds ACTIVE crypto assets with a known supply and no others', async () => {
    const { content } = await read<{ content: Cap[] }>('/v3/market-cap');
    const { assets, supplies } = buildWorld('small').reference;
    const supplied = new Set(supplies.map(({ assetId }) => assetId));
    const expected = assets.filter(
      ({ id, type, status }) => type === 'CRYPTO' && status === 'ACTIVE' && supplied.has(id),
    );
    expect(new Set(content.map(({ assetId }) => assetId))).toEqual(new Set(expected.map(({ id }) => id)));
  });

  test('multiplies exactly and rounds to cents', async () => {
    const { content } = await read<{ content: Cap[] }>('/v3/market-cap');
    for (const { price, freeFloatSupply, marketCap, totalSupply, totalMarketCap } of content) {
      expect(marketCap).toBe(cents(price, freeFloatSupply));
      expect(totalMarketCap).toBe(cents(price, totalSupply));
    }
  });

  test('keeps an asset’s ranks when it is asked for alone', async () => {
    const { content } = await read<{ content: Cap[] }>('/v3/market-cap');
    const last = content.at(-1) as Cap;
    expect(await read(`/v3/market-cap?assetId=${last.assetId}`)).toEqual({ content: [last] });
    expect(await read(`/v3/market-cap?assetId=${UNKNOWN}`)).toEqual({ content: [] });
    expect(await read(`/v3/market-cap?assetId=${USD}`)).toEqual({ content: [] });
  });

  test('has every change object when asked, and leaves out spans that history does not reach', async () => {
    const { content } = await read<{ content: Cap[] }>(`/v3/market-cap?percentChange=TRUE&assetId=${BTC}`);
    expect(content).toMatchObject([
      {
        marketCapPercentChange: {},
        totalMarketCapPercentChange: {},
        volumePercentChange: {},
        pricePercentChange: {},
      },
    ]);
    const plain = await read<{ content: Cap[] }>(`/v3/market-cap?percentChange=0&assetId=${BTC}`);
    expect(plain.content[0]).not.toHaveProperty('pricePercentChange');
  });

  test('refuses bad parameters', async () => {
    const { errors } = await read<{ errors: { field: string; object: string }[] }>(
      '/v3/market-cap?assetId=x&percentChange=yes',
      400,
    );
    expect(errors.map(({ field, object }) => `${object}.${field}`)).toEqual([
      'MarketCap.assetId',
      'MarketCap.percentChange',
    ]);
  });
});

describe('/market-cap/total', () => {
  test('sums the records without a flag, of the same tick, and says how many it leaves out', async () => {
    const { content } = await read<{ content: Cap[] }>('/v3/market-cap');
    const total = await read<{
      marketCap: string;
      volumeUsd: string;
      btcShare: string;
      assets: number;
      excluded: number;
      timestamp: string;
    }>('/v3/market-cap/total');
    expect(Object.keys(total)).toEqual([
      'marketCap',
      'volumeUsd',
      'btcShare',
      'assets',
      'excluded',
      'timestamp',
    ]);
    // Established assets rank before all others.
    const counted = content.filter(({ flags }) => !flags).slice(0, total.assets);
    expect(total.assets).toBe(counted.length);
    expect(total.assets).toBeGreaterThan(0);
    expect(total.excluded).toBe(content.length - total.assets);
    expect(total.timestamp).toBe(content[0]?.timestamp);
    const inCents = (text: string) => Math.round(Number(text) * 100);
    const sum = counted.reduce((cents, { marketCap }) => cents + inCents(marketCap), 0);
    expect(inCents(total.marketCap)).toBe(sum);
    const btc = content.find(({ assetId }) => assetId === BTC);
    expect(Number(total.btcShare)).toBeCloseTo((100 * inCents(btc!.marketCap)) / sum, 1);
  });

  test('is one record: it has no CSV form and takes no parameters', async () => {
    const answer = await service.get('/v3/market-cap/total?top=3', { authorization, accept: 'text/csv' });
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('tidemark-ignored')).toBe('top');
  });
});

/** price x supply in exact decimals, half-even to cents: written independently of the code under test. */
function cents(price: string, supply: string): string {
  const [whole = '', fraction = ''] = price.split('.');
  const [supplyWhole = '', supplyFraction = ''] = supply.split('.');
  const scale = fraction.length + supplyFraction.length;
  const units = BigInt(whole + fraction) * BigInt(supplyWhole + supplyFraction);
  const divisor = scale > 2 ? 10n ** BigInt(scale - 2) : 1n;
  let hundredths = scale > 2 ? units / divisor : units * 10n ** BigInt(2 - scale);
  const rest = (units % divisor) * 2n;
  if (rest > divisor || (rest === divisor && scale > 2 && hundredths % 2n === 1n)) hundredths += 1n;
  const text = hundredths.toString().padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`.replace(/\.?0+$/, '');
}

describe('/convert', () => {
  test('is 1 for an asset and itself, and the GWA for an asset and USD', async () => {
    expect(await read(`/v3/convert?fromAssetId=${BTC}&toAssetId=${BTC}`)).toEqual({ amount: '1', rate: '1' });
    const { content } = await read<{ content: { price: string }[] }>(`/v3/index-ticker?indexId=${BTC}`);
    const price = content[0]?.price;
    expect(await read(`/v3/convert?fromAssetId=${BTC}&toAssetId=${USD}`)).toEqual({
      amount: price,
      rate: price,
    });
  });

  test('multiplies the amount with the rate exactly', async () => {
    const { rate } = await read<{ rate: string }>(`/v3/convert?fromAssetId=${BTC}&toAssetId=${EUR}`);
    const tenth = await read<{ amount: string; rate: string }>(
      `/v3/convert?fromAssetId=${BTC}&toAssetId=${EUR}&amount=123456789012345678901234567890.1`,
    );
    expect(tenth.rate).toBe(rate);
    const [whole = '', fraction = ''] = rate.split('.');
    const units = (BigInt(whole + fraction) * 1234567890123456789012345678901n).toString();
    const point = units.length - fraction.length - 1;
    expect(tenth.amount).toBe(`${units.slice(0, point)}.${units.slice(point)}`.replace(/\.?0+$/, ''));
    expect(await read(`/v3/convert?fromAssetId=${BTC}&toAssetId=${EUR}&amount=0`)).toEqual({
      amount: '0',
      rate,
    });
  });

  test.each(['-1', '1e3', 'x', '.5', '5.', '1,5', '%201', 'Infinity', '1'.repeat(31)])(
    'refuses the amount %s',
    async (amount) => {
      const { errors } = await read<{ errors: object[] }>(
        `/v3/convert?fromAssetId=${BTC}&toAssetId=${USD}&amount=${amount}`,
        400,
      );
      expect(errors).toMatchObject([{ object: 'Conversion', field: 'amount' }]);
    },
  );

  test('refuses missing assets and does not find unknown ones', async () => {
    const { errors } = await read<{ errors: { field: string }[] }>('/v3/convert', 400);
    expect(errors.map(({ field }) => field)).toEqual(['fromAssetId', 'toAssetId']);
    await read(`/v3/convert?fromAssetId=${UNKNOWN}&toAssetId=${USD}`, 404);
    await read(`/v3/convert?fromAssetId=${BTC}&toAssetId=${UNKNOWN}`, 404);
  });
});

interface Receipt {
  readonly price: string;
  readonly volume: string;
  readonly flags: string[];
  readonly volumeMedian: string;
  readonly exchangeMedian: string;
  readonly trustMedian: string;
  readonly reference: string;
  readonly recordHash: string;
  readonly exchanges: { price: string; weight: string; share: string; clamped: boolean }[];
  readonly refused: { reason: string }[];
  readonly markets: { weight: string }[];
  readonly constituents: { exchange: string; trades: { amount: string }[] }[];
}

describe('/index-ticker/{id}/constituents', () => {
  const receiptOf = (kind: 'mwa' | 'gwa' | 'lx', id: string) =>
    read<Receipt>(`/v3/index-ticker/${recordId(kind, AT, entityKey(id))}/constituents`);
  const valueOf = async (id: string) =>
    (await read<{ content: { price: string; volume: string }[] }>(`/v3/index-ticker?indexId=${id}`))
      .content[0];

  test('of an MWA shows what the formula says about its exchanges', async () => {
    const receipt = await read<Receipt>(`/v3/index-ticker/${STANDING_WORLD.btcUsdTick}/constituents`);
    expect(receipt).toMatchObject((await valueOf('6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe')) ?? {});
    const { volumeMedian, exchangeMedian, trustMedian, reference } = receipt;
    const [v, e, t, r] = [volumeMedian, exchangeMedian, trustMedian, reference].map(Number) as [
      number,
      number,
      number,
      number,
    ];
    expect(receipt).toMatchObject({ market: 'BTC_USD', methodology: '1' });
    expect(receipt.recordHash).toMatch(/^[0-9a-f]{64}$/);
    expect(r).toBe([v, e, t].toSorted((a, b) => a - b)[1]);
    const clampedPrice = (price: number) => Math.min(Math.max(price, r * 0.999), r * 1.001);
    let sum = 0;
    let weights = 0;
    for (const { price, weight } of receipt.exchanges) {
      sum += clampedPrice(Number(price)) * Number(weight);
      weights += Number(weight);
    }
    expect(sum / weights / Number(receipt.price)).toBeCloseTo(1, 6);
    expect(receipt.exchanges.reduce((total, { share }) => total + Number(share), 0)).toBeCloseTo(1, 6);
  });

  test('of a GWA shows the markets it was solved from', async () => {
    const receipt = await receiptOf('gwa', BTC);
    expect(receipt).toMatchObject((await valueOf(BTC)) ?? {});
    expect(receipt.markets.length).toBeGreaterThan(3);
  });

  test('of an LX shows its constituents', async () => {
    const receipt = await receiptOf('lx', BLX);
    expect(receipt).toMatchObject((await valueOf(BLX)) ?? {});
    expect(receipt.constituents.length).toBeGreaterThan(2);
  });

  test('is kept: the same receipt comes again', async () => {
    expect(await receiptOf('lx', BLX)).toEqual(await receiptOf('lx', BLX));
  });

  test('is not found, with the reason, where inputs are not kept, and for ids of nothing', async () => {
    const old = recordId('gwa', AT - 3_600_000, entityKey(BTC));
    const { message } = await read<{ message: string }>(`/v3/index-ticker/${old}/constituents`, 404);
    expect(message).toMatch(/no value at that tick/);
    const inputs = join(service.folder, 'inputs');
    renameSync(inputs, `${inputs}-gone`);
    const id = recordId('gwa', AT, entityKey(EUR));
    const gone = await read<{ message: string }>(`/v3/index-ticker/${id}/constituents`, 404);
    expect(gone.message).toMatch(/inputs .* no longer stored/);
    renameSync(`${inputs}-gone`, inputs);
    await read(`/v3/index-ticker/${id}/constituents`);
    await read(`/v3/index-ticker/${BTC}/constituents`, 404);
    await read('/v3/index-ticker/nonsense/constituents', 400);
  });

  test('needs the scope of the value', async () => {
    const lxOnly = await service.token({ scope: 'read:LX' });
    const averages = await service.token({ scope: 'read:index-ticker' });
    const status = async (kind: 'gwa' | 'lx', id: string, token: string) =>
      (
        await service.get(`/v3/index-ticker/${recordId(kind, AT, entityKey(id))}/constituents`, {
          authorization: `Bearer ${token}`,
        })
      ).status;
    expect([await status('lx', BLX, lxOnly), await status('lx', BLX, averages)]).toEqual([200, 403]);
    expect([await status('gwa', BTC, lxOnly), await status('gwa', BTC, averages)]).toEqual([403, 200]);
  });
});

describe('under version 2 of the methodology', () => {
  let later: TestService;
  beforeAll(async () => {
    const start = ['--start', '2026-11-17T12:00:05Z', '--speed', '0.01', '--fault-rate', '0'];
    later = await startService({ argv: start });
  });
  afterAll(() => later.close());

  async function readLater<T>(path: string): Promise<T> {
    const answer = await later.get(path, { authorization: `Bearer ${await later.token()}` });
    expect([path, answer.status]).toEqual([path, 200]);
    return (await answer.json()) as T;
  }

  test('/market-cap has the flags of the GWA, and ranks what is not established behind all that is', async () => {
    const { content } = await readLater<{ content: Cap[] }>('/v3/market-cap');
    const { content: gwa } = await readLater<{ content: { indexId: string; flags?: string[] }[] }>(
      '/v3/index-ticker?indexType=GWA',
    );
    const flagsOf = new Map(gwa.map(({ indexId, flags }) => [indexId, flags]));
    for (const { assetId, flags } of content) expect(flags).toEqual(flagsOf.get(assetId));
    const isThin = content.map(({ flags }) => flags?.includes('THIN') === true);
    expect(isThin).toContain(true);
    expect(
      isThin
        .slice(isThin.indexOf(true))
        .every((thin, i) => thin || !isLarge(content, isThin.indexOf(true) + i)),
    ).toBe(true);
    const ranks = content.map(({ volumeRank }) => Number(volumeRank));
    expect(ranks.toSorted((a, b) => a - b)).toEqual(ranks.map((_, i) => i + 1));
  });

  test('a receipt names its version and what it was made from', async () => {
    const id = recordId('mwa', Date.parse('2026-11-17T12:00:00Z'), entityKey(BTC_USD));
    const receipt = await readLater<Record<string, unknown>>(`/v3/index-ticker/${id}/constituents`);
    expect(receipt).toMatchObject({ methodology: '2', market: 'BTC_USD' });
    expect(receipt.referenceVersion).toMatch(/^[0-9a-f]{64}$/);
    const value = await readLater<{ content: { price: string; volume: string }[] }>(
      `/v3/index-ticker?indexId=${BTC_USD}`,
    );
    const again = recomputeMwa(receipt as unknown as MwaText);
    expect(value.content[0]).toMatchObject({ price: String(again.price), volume: String(again.volume) });
  });
});

/** Too much traded to be behind for its volume. */
function isLarge(content: readonly Cap[], position: number): boolean {
  const { price, volume, marketCap } = content[position]! as Cap & { readonly volume: string };
  const volumeUsd = Number(price) * Number(volume);
  return volumeUsd > 10_001 && volumeUsd > 1.0001e-5 * Number(marketCap);
}
