import { beforeAll, expect, test } from 'vitest';
import { columnsOf } from '../../../../../src/app/pipeline/compute/index-columns.ts';
import { QualitySheet } from '../../../../../src/app/pipeline/compute/quality-sheet.ts';
import { formatDatetime, hourOfTick, HOUR_MS } from '../../../../../src/core/time.ts';
import { runTick } from '../../../../../src/engine/engine.ts';
import { SCREEN_OUTCOMES } from '../../../../../src/engine/market/screen.ts';
import { methodologyNamed } from '../../../../../src/engine/methodology.ts';
import { countedHours, type RefusalHours } from '../../../../../src/engine/quality/refusal-hours.ts';
import { explainedBy } from '../../../../../src/engine/receipt/explain.ts';
import type {
  GwaReceipt,
  LxReceipt,
  MwaReceipt,
  Receipt,
} from '../../../../../src/engine/receipt/receipt.ts';
import { indexValues, type TickOutput } from '../../../../../src/engine/tick-output.ts';
import type { WrittenRecords } from '../../../../../src/latest/quality/quality-refresh.ts';
import { troubledTicks, troubledVersion } from '../../../../support/troubled-world.ts';

/** Half an hour before the hour, so that counts cover two hours. */
const FIRST = Date.parse('2026-11-20T11:30:30Z');
const TICKS = 82;
const EVERY = 9;

interface IndexRecord {
  readonly indexId: string;
  readonly indexType: string;
  readonly timestamp: string;
  readonly exchanges: string;
  readonly refused?: string;
  readonly spreadBps?: string;
  readonly trustSource?: string;
  readonly flags: readonly string[];
}

interface ExchangeRecord {
  readonly exchangeId: string;
  readonly listings: string;
  readonly accepted: string;
  readonly volumeShare: string;
  readonly medianDeviationBps?: string;
  readonly hours: readonly {
    readonly startTimestamp: string;
    readonly ticks: string;
    readonly accepted: string;
    readonly refusals: Readonly<Record<string, string>>;
  }[];
}

/** The published values of a tick, and its receipts by index id. */
interface Published {
  readonly timestamp: string;
  readonly indices: readonly IndexRecord[];
  readonly exchanges: readonly ExchangeRecord[];
  readonly receipts: ReadonlyMap<string, Receipt>;
}

const { reference, orders } = troubledVersion;
const published: Published[] = [];
/** By hour, exchange and outcome. */
const counted = new Map<string, number>();

const recordsIn = <T>({ bytes }: WrittenRecords): T[] =>
  JSON.parse(`[${Buffer.from(bytes).toString('latin1')}]`) as T[];

beforeAll(() => {
  const methodology = methodologyNamed('2')!;
  const sheet = new QualitySheet();
  let hours: RefusalHours = [];
  let number = 0;
  for (const { input, output } of troubledTicks(FIRST, TICKS, methodology)) {
    count(output);
    hours = countedHours(reference, hours, output.at, output.outcomes);
    const tick = { version: troubledVersion, output, columns: columnsOf(output, orders.series), hours };
    const refresh = sheet.publish(tick);
    if (number++ % EVERY !== 0) continue;
    const run = runTick(reference, input, methodology);
    const receipts = [...indexValues(reference, output)].map((value) => {
      return [value.indexId, explainedBy({ reference, input, methodology, run }, value)!] as const;
    });
    published.push({
      timestamp: formatDatetime(output.at),
      indices: recordsIn(refresh.indices),
      exchanges: recordsIn(refresh.exchanges),
      receipts: new Map(receipts),
    });
  }
});

function count({ at, outcomes }: TickOutput): void {
  const hour = formatDatetime(hourOfTick(at));
  outcomes.forEach((outcome, listing) => {
    const { id } = reference.exchanges[reference.listingExchange[listing]!]!;
    const key = `${hour} ${id} ${SCREEN_OUTCOMES[outcome]}`;
    counted.set(key, (counted.get(key) ?? 0) + 1);
  });
}

const bps = (value: number) => String(Math.round(value * 1e6) / 100);

function mwaOf({ exchanges, refused, flags, trustSource, ...medians }: MwaReceipt) {
  const { volumeMedian: v, exchangeMedian: e, trustMedian: t, reference: r } = medians;
  const spread =
    v === undefined || t === undefined
      ? {}
      : { spreadBps: bps((Math.max(v, e!, t) - Math.min(v, e!, t)) / r!) };
  return {
    exchanges: String(exchanges.length),
    refused: String(refused.length),
    ...spread,
    ...(trustSource && { trustSource }),
    flags,
  };
}

function gwaOf({ markets, flags }: GwaReceipt) {
  const behind = markets.filter(({ weight }) => weight > 0).flatMap(({ exchanges }) => exchanges);
  return { exchanges: String(new Set(behind.map(({ exchangeId }) => exchangeId)).size), flags };
}

function lxOf({ constituents, refused, flags, price, ...opinions }: LxReceipt) {
  const { volumeMedian: v, exchangeMedian: e, impliedUsd: a = v } = opinions;
  const said = v === undefined ? [] : [v, e!, a!];
  return {
    exchanges: String(constituents.length),
    refused: String(refused.filter(({ reason }) => reason !== 'NO_TICKER').length),
    ...(said.length > 0 && { spreadBps: bps((Math.max(...said) - Math.min(...said)) / price) }),
    flags,
  };
}

function expectedOf(receipt: Receipt) {
  if (receipt.indexType === 'MWA') return mwaOf(receipt);
  return receipt.indexType === 'GWA' ? gwaOf(receipt) : lxOf(receipt);
}

test('every index has exactly the data in the receipt of the same tick', () => {
  const sources = new Set<string | undefined>();
  const flags = new Set<string>();
  for (const { timestamp, indices, receipts } of published) {
    expect(indices.map(({ indexId }) => indexId)).toEqual([...receipts.keys()]);
    for (const record of indices) {
      const { indexId, indexType, ...quality } = record;
      const receipt = receipts.get(indexId)!;
      expect([indexType, quality]).toEqual([receipt.indexType, { timestamp, ...expectedOf(receipt) }]);
      sources.add(record.trustSource);
      for (const flag of record.flags) flags.add(flag);
    }
  }
  expect([...sources].toSorted()).toEqual(['CROSS_RATE', 'EXCHANGES', 'TIERS', undefined]);
  expect([...flags].toSorted()).toEqual(['CARRIED', 'SINGLE_SOURCE', 'SPLIT', 'SUSPECT', 'THIN']);
});

/** The data about an exchange in the receipts of a tick. */
interface ExchangeFigures {
  accepted: number;
  volumeUsd: number;
  readonly deviations: number[];
}

function figuresOf({ receipts }: Published): {
  readonly byExchange: Map<string, ExchangeFigures>;
  readonly total: number;
} {
  const byExchange = new Map<string, ExchangeFigures>(
    reference.exchanges.map(({ id }) => [id, { accepted: 0, volumeUsd: 0, deviations: [] }]),
  );
  const usdOf = (asset: number) => receipts.get(reference.assetIds[asset]!)?.price ?? 0;
  let total = 0;
  for (const receipt of receipts.values()) {
    if (receipt.indexType !== 'MWA') continue;
    const market = reference.marketIndex(receipt.indexId)!;
    const usd = usdOf(reference.base[market]!) || receipt.price * usdOf(reference.quote[market]!);
    for (const { exchangeId, believedVolume } of receipt.exchanges) {
      const own = byExchange.get(exchangeId)!;
      own.accepted++;
      own.volumeUsd += believedVolume * usd;
      total += believedVolume * usd;
    }
    const outliers = receipt.refused.filter(({ reason }) => reason === 'OUTLIER');
    for (const { exchangeId, price } of [...receipt.exchanges, ...outliers])
      if (receipt.reference)
        byExchange.get(exchangeId)!.deviations.push(Math.abs(price - receipt.reference) / receipt.reference);
  }
  return { byExchange, total };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

test('every exchange has the totals of the receipts of all markets of the tick', () => {
  let withoutDeviation = 0;
  for (const tick of published) {
    const { byExchange, total } = figuresOf(tick);
    expect(tick.exchanges.map(({ exchangeId }) => exchangeId)).toEqual([...byExchange.keys()]);
    for (const { exchangeId, hours: _, ...record } of tick.exchanges) {
      const { accepted, volumeUsd, deviations } = byExchange.get(exchangeId)!;
      const { name, listings } = reference.exchanges.find(({ id }) => id === exchangeId)!;
      if (deviations.length === 0) withoutDeviation++;
      expect(record).toEqual({
        name,
        timestamp: tick.timestamp,
        listings: String(listings.length),
        accepted: String(accepted),
        volumeShare: String(Math.round((volumeUsd / total) * 1e6) / 1e6),
        ...(deviations.length > 0 && { medianDeviationBps: bps(median(deviations)) }),
      });
    }
  }
  expect(withoutDeviation).toBeGreaterThan(0);
});

test('the last 24 hours count every outcome of every tick, and show hours without any', () => {
  const { exchanges, timestamp } = published.at(-1)!;
  const running = hourOfTick(Date.parse(timestamp));
  const starts = Array.from({ length: 24 }, (_, i) => formatDatetime(running - (23 - i) * HOUR_MS));
  for (const { exchangeId, hours } of exchanges) {
    expect(hours.map(({ startTimestamp }) => startTimestamp)).toEqual(starts);
    expect(hours.map(({ ticks }) => ticks)).toEqual([...starts.slice(2).map(() => '0'), '60', '22']);
    for (const { startTimestamp, accepted, refusals } of hours) {
      const all = { ACCEPTED: accepted, ...refusals };
      for (const outcome of SCREEN_OUTCOMES.filter((each) => each !== 'NO_TICKER')) {
        const expected = counted.get(`${startTimestamp} ${exchangeId} ${outcome}`) ?? 0;
        expect((all as Record<string, string>)[outcome] ?? '0').toBe(String(expected));
      }
    }
  }
  const reasons = new Set(
    exchanges.flatMap(({ hours }) => hours.flatMap(({ refusals }) => Object.keys(refusals))),
  );
  expect([...reasons].toSorted()).toEqual(
    SCREEN_OUTCOMES.filter((each) => !['ACCEPTED', 'NO_TICKER', 'NEW'].includes(each)).toSorted(),
  );
});
