import { DAY_MS, MINUTE_MS, type Millis } from '../../../core/time.ts';
import type { ParsedReading } from '../declared/declared-exchange.ts';
import type { TickerReading } from '../ports/exchange-api.ts';
import { pairProblems } from './known-pairs.ts';

/** Context of a reading; an old reply from a file has old timestamps. */
interface Moment {
  readonly now: Millis;
  readonly isSaved: boolean;
  /** Prices and volumes of contracts follow other rules. */
  readonly areContracts?: boolean | undefined;
  /** Number of tickers per reading, if it does not cover all. */
  readonly maxTickers?: number | undefined;
}

/** Volumes in base and quote units differ by the price; beyond this factor they contradict each other. */
const VOLUME_TOLERANCE = 2;
/** There were no exchanges before. */
const FIRST_EXCHANGES = Date.UTC(2010, 0);
const MIN_SHARE_WITH_TICKER = 0.2;

/** Suspicious findings in a reading, with hints what to check. */
export function readingProblems(understanding: ParsedReading, moment: Moment): readonly string[] {
  const { list, readings, missing } = understanding;
  const priced = readings.filter(({ last }) => last !== undefined);
  if (priced.length === 0)
    return [`${readings.length} tickers, none with a last price: check tickers.fields.last`];
  const active = Math.min(
    list.markets.filter((market) => market.active).length,
    moment.maxTickers ?? Infinity,
  );
  const few =
    priced.length < active * MIN_SHARE_WITH_TICKER
      ? [`only ${priced.length} tickers for ${active} markets: check tickers.list and the ids of markets`]
      : [];
  return [
    ...few,
    ...missing.map((name) => `tickers.fields.${name}: no entry has it`),
    ...bookProblems(priced),
    ...volumeProblems(priced),
    ...(moment.areContracts ? [] : pairProblems(list.markets, priced, understanding.sent)),
    ...timeProblems(priced, moment),
  ];
}

function bookProblems(readings: readonly TickerReading[]): readonly string[] {
  const books = readings.filter(({ bid, ask }) => Number(bid) > 0 && Number(ask) > 0);
  const crossed = books.filter(({ bid, ask }) => Number(bid) > Number(ask)).length;
  if (crossed <= books.length / 2) return [];
  return [`bid is above ask in ${crossed} of ${books.length} tickers: the two may be swapped`];
}

function volumeProblems(readings: readonly TickerReading[]): readonly string[] {
  const ratios = readings.flatMap(({ last, baseVolume, quoteVolume }) => {
    const ratio = Number(quoteVolume) / Number(baseVolume) / Number(last);
    return Number.isFinite(ratio) && ratio > 0 ? [ratio] : [];
  });
  const middle = median(ratios);
  if (middle === undefined || (middle < VOLUME_TOLERANCE && middle > 1 / VOLUME_TOLERANCE)) return [];
  return [
    'quoteVolume is not about baseVolume times last: the two may be swapped, or one of them is something else',
  ];
}

function timeProblems(readings: readonly TickerReading[], { now, isSaved }: Moment): readonly string[] {
  const middle = median(readings.flatMap(({ timestamp }) => timestamp ?? []));
  if (middle === undefined) return [];
  const at = middle < 8.64e15 ? new Date(middle).toISOString() : 'an invalid time';
  if (middle > now + 5 * MINUTE_MS || middle < FIRST_EXCHANGES)
    return [`timestamps are about ${at}: their unit may be wrong`];
  return !isSaved && now - middle > DAY_MS
    ? [`timestamps are about ${at}, more than a day ago: the list may be outdated`]
    : [];
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
