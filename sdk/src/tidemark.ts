import {
  Api,
  instantText,
  type AnswerOf,
  type CallOptions,
  type Instant,
  type JsonOperation,
  type PathOf,
  type QueryOf,
} from './api.ts';
import type {
  Asset,
  Candle,
  Conversion,
  DayHead,
  Exchange,
  ExchangeTicker,
  IndexReceipt,
  IndexTicker,
  IntegrityHead,
  KeptReceipt,
  Market,
  MarketCap,
  MarketCapTotal,
  OpenHighLowCloseVolume,
  ReceiptLine,
  SeriesCoverage,
} from './contract.ts';
import { DAY_MS, durationMs, TICK_MS, type RangeKind } from './durations.ts';
import { NameError, TidemarkError } from './errors.ts';
import { joined, type Incomplete, type OnIncomplete } from './incomplete.ts';
import type { IntegrityKeys } from './integrity-keys.ts';
import {
  isId,
  Names,
  type FoundIndex,
  type IndexName,
  type IndexNames,
  type ListingSelection,
} from './names.ts';
import { partsOf, type LoadSocket, type TidemarkOptions } from './options.ts';
import { PAGE, recordsOf } from './pages.ts';
import {
  checkedRange,
  rangeOf,
  type CandleInterval,
  type ExportFile,
  type ExportRange,
  type Last,
  type OrderedRange,
  type Range,
  type Records,
} from './ranges.ts';
import type { KeeperParts } from './stream/keeper.ts';
import { StreamLink } from './stream/link.ts';
import { Past } from './stream/past.ts';
import { TidemarkStream, type RaisedAlert, type StreamOptions } from './stream/tidemark-stream.ts';
import { checkAge, checkCandle, checkDay, checkValue, StrictRange } from './strict.ts';

/** By default the latest value, with `at` the one at or before an instant of the last 200 days. */
export type ValueOptions = CallOptions & { readonly at?: Instant | undefined };

/** For candles it is their interval. */
const STEPS_MS: Readonly<Record<string, number>> = { ticks: TICK_MS, days: DAY_MS };

type RangeOperation = 'listIndexTickers' | 'listCandles' | 'listOhlcv';
type Dated = Pick<IndexTicker, 'indexId' | 'timestamp'> & { readonly complete?: boolean };
type MaybeCandles = OrderedRange & { readonly interval?: CandleInterval };

/** A client of one service. It keeps one token per API, and looks up names. */
export class Tidemark {
  readonly #api: Api;
  readonly #names: Names;
  readonly #strict: boolean;
  readonly #stream: KeeperParts;
  readonly #past: Past;
  readonly #onIncomplete: OnIncomplete | undefined;

  /** `loadSocket`: replaces the platform's `WebSocket`. */
  constructor(options: TidemarkOptions = {}, loadSocket?: LoadSocket) {
    const { api, stream } = partsOf(options, loadSocket);
    this.#api = api;
    this.#names = new Names(api, () => stream.clock.now());
    this.#strict = options.strict ?? false;
    this.#onIncomplete = options.onIncomplete;
    this.#stream = stream;
    this.#past = new Past(api, stream.clock, stream.random);
  }

  /** A stream with its own connection, opened with the first subscription and closed with the last. */
  stream(options: StreamOptions = {}): TidemarkStream {
    const link = new StreamLink(this.#stream);
    return new TidemarkStream({
      ...options,
      names: this.#names,
      link,
      past: this.#past,
      strict: this.#strict,
    });
  }

  /**
   * The client's own alerts as they fire and resolve, over a connection of its own. Those missed while disconnected are not sent
   * later: webhooks get all.
   */
  async *alerts(options: CallOptions = {}): AsyncGenerator<RaisedAlert, void, undefined> {
    const stream = this.stream();
    try {
      yield* stream.alerts(options);
    } finally {
      stream.close();
    }
  }

  /** Any route that answers with JSON, by its name in the OpenAPI document. */
  read<O extends JsonOperation>(
    operation: O,
    parameters: PathOf<O> & QueryOf<O>,
    options: CallOptions = {},
  ): Promise<AnswerOf<O>> {
    return this.#api.read(operation, parameters, options);
  }

  /**
   * The latest reference price of an asset (in USD), a market (in its quote asset) or a liquid index; with
   * `at` a past one.
   */
  async price(index: IndexName, options: ValueOptions = {}): Promise<string> {
    return (await this.index(index, options)).price;
  }

  /** The latest value of an index, or the one at or before `at`, with its volume, time and flags. */
  async index(index: IndexName, options: ValueOptions = {}): Promise<IndexTicker> {
    const value = await this.#latest(index, options);
    if (this.#strict) {
      const now = this.#stream.clock.now();
      checkValue(value);
      checkAge(value, Math.min(now, Date.parse(instantText(options.at ?? now))));
    }
    return value;
  }

  async #latest(index: IndexName, { at, ...options }: ValueOptions): Promise<IndexTicker> {
    const timestamp = at === undefined ? at : instantText(at);
    if (timestamp) await this.#refuseFuture(timestamp, options);
    const indexId = await this.#names.indexId(index, options);
    const query = { indexId, ...(timestamp && { timestamp, size: 1 }) };
    const { content } = await this.#api.read('listIndexTickers', query, options);
    const [value] = content;
    const name = typeof index === 'string' ? index : JSON.stringify(index);
    if (!value && timestamp)
      throw new TidemarkError(`${name} has no value at or before ${timestamp} within the last 200 days`);
    // An id was not looked up and may be unknown; a name was found.
    if (!value && name.trim().toLowerCase() === indexId) throw new NameError(name, []);
    if (!value) throw new TidemarkError(`${name} has no value yet`);
    return value;
  }

  /**
   * A simulated market may be ahead of this machine's clock, so its newest tick counts too. Clocks may differ
   * by a tick.
   */
  async #refuseFuture(timestamp: string, options: CallOptions): Promise<void> {
    const latest = Date.parse(timestamp) - TICK_MS;
    if (latest <= this.#stream.clock.now()) return;
    const { slot } = await this.head(options);
    if (latest > Date.parse(slot))
      throw new TidemarkError(`${timestamp} is in the future: the newest tick is ${slot}`);
  }

  /** Finds the index of a name. */
  find(index: IndexName, options: CallOptions = {}): Promise<FoundIndex> {
    return this.#names.index(index, options);
  }

  /** 30-second values of the last 200 days. */
  ticks(index: IndexName, range: Last<OrderedRange>): Records<IndexTicker> {
    return this.#range<IndexTicker>('listIndexTickers', index, range, checkValue, 'ticks');
  }

  /** Candles of any interval, made from 30-second values; `1d` covers the full history. */
  candles(
    index: IndexName,
    range: Last<OrderedRange & { readonly interval: CandleInterval }>,
  ): Records<Candle> {
    return this.#range('listCandles', index, range, checkCandle, String(range?.interval));
  }

  /** End-of-day records, of the full history. */
  days(index: IndexName, range: Last<OrderedRange>): Records<OpenHighLowCloseVolume> {
    return this.#range('listOhlcv', index, range, checkDay, 'days');
  }

  #range<T extends Dated>(
    operation: RangeOperation,
    index: IndexName,
    range: Last<MaybeCandles>,
    check: (record: T) => void,
    kind: RangeKind,
  ): Records<T> {
    return this.#collecting(range, (noted) => this.#read(operation, index, noted, check, kind));
  }

  /** Collects missing parts, then calls the `onIncomplete` of the range, or else of the client. */
  #collecting<T, R extends Range>(
    range: Last<R>,
    read: (noted: Last<R>) => AsyncGenerator<T, void, undefined>,
  ): Records<T> {
    const incomplete: Incomplete[] = [];
    const onIncomplete: OnIncomplete = (found) => {
      incomplete.splice(0, Infinity, ...joined([...incomplete, ...found]));
      (range.onIncomplete ?? this.#onIncomplete)?.(found);
    };
    return Object.assign(read({ ...range, onIncomplete }), { incomplete });
  }

  async *#read<T extends Dated>(
    operation: RangeOperation,
    index: IndexName,
    range: Last<MaybeCandles>,
    check: (record: T) => void,
    kind: RangeKind,
  ): AsyncGenerator<T, void, undefined> {
    const now = this.#stream.clock.now();
    const { interval, from, to, order = 'asc', ...options } = checkedRange(range, now, kind);
    const indexId = await this.#names.indexId(index, options);
    const query = { indexId, interval, ...rangeOf(from, to), order, size: PAGE };
    const whole = this.#strict
      ? new StrictRange({ indexId, from, to, order, stepMs: STEPS_MS[kind] ?? durationMs(kind), now })
      : undefined;
    const records: AsyncIterable<unknown> = recordsOf(this.#api, operation, query as never, options);
    for await (const record of records as AsyncIterable<T>) {
      // The running candle will change: it is neither missing nor returned.
      if (record.complete === false && whole?.isUnderWay(record)) continue;
      if (whole) check(record);
      whole?.see(record);
      yield record;
    }
    whole?.end();
  }

  /** How a value was computed: for a tick by its id, or for the latest value of an index. */
  async receipt(
    tick: string | IndexName | { readonly id: string },
    options: CallOptions = {},
  ): Promise<IndexReceipt> {
    const id = typeof tick === 'object' && 'id' in tick ? tick.id : await this.#tickId(tick, options);
    return this.#api.read('explainIndexTicker', { id }, options);
  }

  /** Consecutive receipts of one index, at most 120; a value whose inputs are gone has the reason instead. */
  receipts(index: IndexName, range: Last<Range>): Records<ReceiptLine> {
    return this.#collecting(range, (noted) => this.#receipts(index, noted));
  }

  async *#receipts(index: IndexName, range: Last<Range>): AsyncGenerator<ReceiptLine, void, undefined> {
    const { from, to, ...options } = checkedRange(range, this.#stream.clock.now(), 'ticks');
    const indexId = await this.#names.indexId(index, options);
    yield* this.#api.lines<ReceiptLine>('listReceipts', { indexId, ...rangeOf(from, to) }, options);
  }

  /**
   * Receipts that the operator keeps permanently, oldest first; `name` is that of an index, such as `BTC` or
   * `BTC_USD`.
   */
  keptReceipts(
    name?: string,
    range: Last<Partial<OrderedRange>> = {},
  ): AsyncGenerator<KeptReceipt, void, undefined> {
    const {
      from,
      to,
      order = 'asc',
      signal,
    } = checkedRange<Partial<OrderedRange>>(range, this.#stream.clock.now());
    const query = { ...(name !== undefined && { name }), ...rangeOf(from, to), order };
    return recordsOf(this.#api, 'listKeptReceipts', query, { signal, fresh: true });
  }

  /**
   * The keys that sign the history. Keep a copy: they are only as trustworthy as the place you got them from.
   */
  async integrityKeys(options: CallOptions = {}): Promise<IntegrityKeys> {
    return (await this.#api.wellKnown('tidemark-integrity.json', options)) as IntegrityKeys;
  }

  /** The signed head of history, at the newest tick. */
  head({ signal }: CallOptions = {}): Promise<IntegrityHead> {
    return this.#api.read('getIntegrityHead', {}, { signal, fresh: true });
  }

  /** The signed heads of complete days, oldest first. */
  heads(range: Last<Partial<OrderedRange>> = {}): AsyncGenerator<DayHead, void, undefined> {
    const {
      from,
      to,
      order = 'asc',
      signal,
    } = checkedRange<Partial<OrderedRange>>(range, this.#stream.clock.now());
    const query = { ...rangeOf(from, to), order, size: PAGE };
    return recordsOf(this.#api, 'listIntegrityHeads', query, { signal, fresh: true });
  }

  /** How complete the values of an index are, and why some are missing. */
  async coverage(index: IndexName, range: Last<Partial<Range>> = {}): Promise<SeriesCoverage> {
    const { from, to, ...options } = checkedRange<Partial<Range>>(range, this.#stream.clock.now());
    const indexId = await this.#names.indexId(index, options);
    return this.#api.read('getSeriesCoverage', { indexId, ...rangeOf(from, to) }, options);
  }

  /** Converts an amount of one asset into another, by their reference prices. */
  async convert(from: string, to: string, amount = '1', options: CallOptions = {}): Promise<Conversion> {
    const [{ id: fromAssetId }, { id: toAssetId }] = await Promise.all([
      this.#names.asset(from, options),
      this.#names.asset(to, options),
    ]);
    return this.#api.read('convert', { fromAssetId, toAssetId, amount }, options);
  }

  asset(asset: string, options: CallOptions = {}): Promise<Asset> {
    return this.#names.asset(asset, options);
  }

  market(market: string, options: CallOptions = {}): Promise<Market> {
    return this.#names.market(market, options);
  }

  async exchange(exchange: string, options: CallOptions = {}): Promise<Exchange> {
    return this.#api.read('getExchange', { id: await this.#names.exchangeId(exchange, options) }, options);
  }

  /** Largest first. */
  async marketCaps(
    options: CallOptions & { readonly percentChange?: boolean } = {},
  ): Promise<readonly MarketCap[]> {
    const { percentChange = false, signal } = options;
    return (await this.#api.read('listMarketCaps', { percentChange }, { signal })).content;
  }

  /** Market cap and volume of all established assets together, and the share of Bitcoin. */
  marketCapTotal({ signal }: CallOptions = {}): Promise<MarketCapTotal> {
    return this.#api.read('getMarketCapTotal', {}, { signal });
  }

  /** The latest ticker of a market on each exchange, or of each market of an exchange, or both. */
  async exchangeTickers(
    wanted: ListingSelection,
    options: CallOptions = {},
  ): Promise<readonly ExchangeTicker[]> {
    const query = await this.#names.listing(wanted, options);
    return (await this.#api.read('listExchangeTickers', query as QueryOf<'listExchangeTickers'>, options))
      .content;
  }

  /** A file of 30-second values of up to 100 indices, as a stream; NDJSON unless `format` is given. */
  exportTicks(indices: IndexNames, range: Last<ExportRange>): Promise<ExportFile> {
    return this.#export('exportIndexTickers', indices, range, 'ticks');
  }

  /** A file of end-of-day records. */
  exportDays(indices: IndexNames, range: Last<ExportRange>): Promise<ExportFile> {
    return this.#export('exportOhlcv', indices, range, 'days');
  }

  /** A file of candles. */
  exportCandles(
    indices: IndexNames,
    range: Last<ExportRange & { readonly interval: CandleInterval }>,
  ): Promise<ExportFile> {
    return this.#export('exportCandles', indices, range, String(range?.interval));
  }

  async #export(
    operation: 'exportIndexTickers' | 'exportOhlcv' | 'exportCandles',
    indices: IndexNames,
    range: Last<ExportRange & { readonly interval?: CandleInterval }>,
    kind: RangeKind,
  ): Promise<ExportFile> {
    const given = checkedRange(range, this.#stream.clock.now(), kind);
    const { interval, from, to, format = 'ndjson', signal } = given;
    let incomplete: readonly Incomplete[] = [];
    const onIncomplete: OnIncomplete = (found) => {
      incomplete = joined(found);
      (given.onIncomplete ?? this.#onIncomplete)?.(found);
    };
    const indexId = (await this.#names.indexIds(indices, { signal })).join(',');
    const query = { indexId, ...rangeOf(from, to), interval } as QueryOf<typeof operation>;
    const file = await this.#api.open(operation, query, { signal, onIncomplete, format });
    return Object.assign(file, { incomplete });
  }

  /** A tick's id is a UUID like an index's: only the service can tell which it is. */
  async #tickId(tick: IndexName, options: CallOptions): Promise<string> {
    if (typeof tick === 'string' && isId(tick)) {
      const { content } = await this.#api.read('listIndexTickers', { indexId: tick.trim() }, options);
      return content[0]?.id ?? tick.trim();
    }
    return (await this.#latest(tick, options)).id;
  }
}
