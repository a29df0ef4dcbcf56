import { SystemClock, type Clock } from '../../../core/clocks/clock.ts';
import type {
  ReplyTime,
  ExchangeApi,
  ListedMarket,
  MarketList,
  TickerReading,
} from '../ports/exchange-api.ts';
import { exampleOf, LeftOutCounts, type LeftOut } from '../ports/left-out.ts';
import { PollFailure } from '../ports/poll-failure.ts';
import { conditionOf, entriesOf, entryOfMarket, type Requester } from './declared-list.ts';
import { OneByOne } from '../ccxt/one-by-one.ts';
import { fieldNumber, fieldPrice, fieldTimestamp } from './declared-numbers.ts';
import { lookupOf, type Entry, type Lookup } from './entry-path.ts';
import {
  isOneByOne,
  NUMBER_FIELDS,
  type ExchangeDefinition,
  type MarketSection,
  type NumberField,
  type NumberFieldName,
  type TickerSection,
} from './exchange-definition.ts';

import { namerOf, NO_CODE, type NamedMarket, type NotNamed } from './market-names.ts';

/** Result of interpreting all replies of an exchange. */
export interface ParsedReading {
  readonly list: MarketList;
  readonly readings: readonly TickerReading[];
  readonly leftOut: readonly LeftOut[];
  /** Declared fields that no entry has. */
  readonly missing: readonly string[];
  /** Entries as the exchange sent them, by symbol; absent if no definition reads it. */
  readonly sent?: ReadonlyMap<string, unknown>;
}

interface UnderstoodMarkets {
  readonly list: MarketList;
  readonly leftOut: LeftOutCounts;
}
interface UnderstoodTickers {
  readonly readings: readonly TickerReading[];
  readonly markets: readonly ListedMarket[];
  readonly missing: readonly string[];
  readonly sent: ReadonlyMap<string, unknown>;
}

/** Ids of the market list and their symbols: part of a stored list. */
type Ids = Readonly<Record<string, string>>;
type Locate = (entry: Entry) => NamedMarket | NotNamed;

/** Without these a ticker is useless: if no entry of a list has them, the layout is not as declared. */
const NEEDED: ReadonlySet<string> = new Set(['last', 'baseVolume', 'quoteVolume']);

const NO_ENTRY = 'neither an object nor an array';
/** Some exchanges put a status or a time among the members that are their markets. */
const BESIDE_ENTRIES = 'a plain value beside the markets';
/** Reasons that no definition intends; other reasons may be why a list is declared as it is. */
const UNINTENDED: ReadonlySet<string> = new Set([NO_ENTRY, NO_CODE]);

/** An exchange declared in a file. */
export class DeclaredExchange implements ExchangeApi {
  readonly key: string;
  readonly #definition: ExchangeDefinition;
  readonly #ask: Requester;
  readonly #fields: readonly FieldReader[];
  readonly #oneByOne: OneByOne | undefined;
  /** State of the current reading, for one request per market. */
  #current:
    | { readonly list: MarketList; readonly signal: AbortSignal; readonly counts: LeftOutCounts }
    | undefined;
  #leftOut: readonly LeftOut[] = [];
  #sent = new Map<string, unknown>();

  /** The clock paces requests for single markets. */
  constructor(definition: ExchangeDefinition, ask: Requester, clock: Clock = new SystemClock()) {
    this.key = definition.key;
    this.#definition = definition;
    this.#ask = ask;
    this.#fields = fieldReaders(definition.tickers);
    if (isOneByOne(definition))
      this.#oneByOne = new OneByOne({
        clock,
        paceMs: definition.tickers.paceMs ?? 0,
        call: (market) => this.#one(market),
        failureOf: (error) => {
          if (error instanceof PollFailure) return error;
          throw error;
        },
      });
  }

  get maxPerCycle(): number | undefined {
    return this.#oneByOne?.maxPerCycle;
  }

  answerTime(): ReplyTime {
    return this.#ask.times?.time ?? {};
  }

  takeLeftOut(): readonly LeftOut[] {
    const leftOut = this.#leftOut.filter(({ why }) => UNINTENDED.has(why));
    this.#leftOut = [];
    return leftOut;
  }

  async markets(signal: AbortSignal): Promise<MarketList> {
    const { markets } = this.#definition;
    if (markets) {
      const { list, leftOut } = await this.#listed(markets, signal);
      this.#leftOut = leftOut.all();
      return list;
    }
    const entries = await this.#tickerEntries(signal);
    return listOf(this.#tickers(entries, this.#ownNames(), new LeftOutCounts()).markets);
  }

  async tickers(list: MarketList, signal: AbortSignal): Promise<readonly TickerReading[]> {
    const counts = new LeftOutCounts();
    this.#ask.times?.begin();
    if (this.#oneByOne) {
      const { readings } = await this.#readOneByOne(this.#oneByOne, list, signal, counts);
      this.#leftOut = [...this.#leftOut, ...counts.all()];
      return readings;
    }
    const entries = await this.#tickerEntries(signal);
    const { readings, missing } = this.#tickers(entries, this.#names(list), counts);
    const lost = missing.find((name) => NEEDED.has(name));
    // A failed reading reports nothing that was left out.
    this.#leftOut = lost === undefined ? [...this.#leftOut, ...counts.all()] : [];
    if (lost !== undefined) throw new PollFailure('implausible', `tickers.fields.${lost}: no entry has it`);
    const known = new Set(list.markets.map(({ symbol }) => symbol));
    return readings.filter(({ symbol }) => known.has(symbol));
  }

  /** Reads markets and tickers once, and reports what was left out. */
  async readAll(signal: AbortSignal): Promise<ParsedReading> {
    const { markets } = this.#definition;
    const listed = markets && (await this.#listed(markets, signal));
    const leftOut = listed?.leftOut ?? new LeftOutCounts();
    if (listed && this.#oneByOne) {
      const { readings, sent } = await this.#readOneByOne(this.#oneByOne, listed.list, signal, leftOut);
      return { list: listed.list, readings, missing: [], sent, leftOut: leftOut.all() };
    }
    const entries = await this.#tickerEntries(signal);
    const names = listed ? this.#names(listed.list) : this.#ownNames();
    const found = this.#tickers(entries, names, leftOut);
    return {
      list: listed?.list ?? listOf(found.markets),
      readings: found.readings,
      missing: found.missing,
      sent: found.sent,
      leftOut: leftOut.all(),
    };
  }

  async #readOneByOne(oneByOne: OneByOne, list: MarketList, signal: AbortSignal, counts: LeftOutCounts) {
    this.#current = { list, signal, counts };
    this.#sent = new Map();
    const readings = await oneByOne.read(list.markets, signal);
    return { readings, sent: this.#sent };
  }

  /** A reply about another market than the requested one is no reading. */
  async #one({ symbol }: ListedMarket): Promise<TickerReading | undefined> {
    if (!this.#current) throw new Error('no reading is under way');
    const { list, signal, counts } = this.#current;
    const { ids = {} } = (list.raw ?? {}) as { readonly ids?: Ids };
    const id = Object.keys(ids).find((each) => ids[each] === symbol);
    if (id === undefined) return undefined;
    const entry = await entryOfMarket(this.#definition.tickers, id, this.#ask, signal);
    if (!entry) return undefined;
    const { readings } = this.#tickers([entry], this.#names(list), counts);
    const reading = readings.find((each) => each.symbol === symbol);
    if (reading) this.#sent.set(symbol, entry.value);
    return reading;
  }

  #tickerEntries(signal: AbortSignal): Promise<readonly Entry[]> {
    return entriesOf(this.#definition.tickers, 'tickers', this.#ask, signal);
  }

  async #listed(section: MarketSection, signal: AbortSignal): Promise<UnderstoodMarkets> {
    const entries = await entriesOf(section, 'markets', this.#ask, signal);
    const leftOut = new LeftOutCounts();
    const idOf = lookupOf(section.id);
    const ids: Record<string, string> = {};
    const found = marketsIn(entries, section, namerOf(section.market, this.#definition.codes), leftOut);
    for (const [{ symbol }, entry] of found) {
      const id = idOf(entry);
      if (typeof id === 'string') ids[id] = symbol;
    }
    if (entries.length > 0 && found.length === 0)
      throw new PollFailure('implausible', `markets: none of ${entries.length} entries names a market`);
    return { list: { ...listOf(found.map(([market]) => market)), raw: { ids } }, leftOut };
  }

  /** How an entry of the ticker list identifies its market: by an id of the market list, or by its own fields. */
  #names(list: MarketList): Locate {
    const { market } = this.#definition.tickers;
    if (!('id' in market)) return this.#ownNames();
    // A list that was stored before the file had a market list has no ids.
    const { ids = {} } = (list.raw ?? {}) as { readonly ids?: Ids };
    const bySymbol = new Map(list.markets.map((each) => [each.symbol, each]));
    const idOf = lookupOf(market.id);
    return (entry) => {
      const id = idOf(entry);
      const symbol = typeof id === 'string' && Object.hasOwn(ids, id) ? ids[id] : undefined;
      const listed = symbol === undefined ? undefined : bySymbol.get(symbol);
      if (!listed) return 'no market of the list';
      const { base, quote, ownBase = base, ownQuote = quote } = listed;
      return { symbol: listed.symbol, base, quote, ownBase, ownQuote };
    };
  }

  #ownNames(): Locate {
    const { tickers, codes } = this.#definition;
    if ('id' in tickers.market) throw new Error('tickers are named by a market list');
    return namerOf(tickers.market, codes);
  }

  #tickers(entries: readonly Entry[], names: Locate, leftOut: LeftOutCounts): UnderstoodTickers {
    const found = marketsIn(entries, this.#definition.tickers, names, leftOut);
    if (entries.length > 0 && found.length === 0)
      throw new PollFailure('implausible', `tickers: none of ${entries.length} entries names a market`);
    const readings = found.map(([{ symbol }, entry]) => this.#reading(symbol, entry));
    for (const { symbol } of readings.filter(({ last }) => last === undefined))
      leftOut.add('no last price', symbol);
    const missing = this.#fields.filter(({ lookup }) =>
      found.every(([, entry]) => lookup(entry) === undefined),
    );
    return {
      readings,
      markets: found.map(([market]) => market),
      sent: new Map(found.map(([{ symbol }, entry]) => [symbol, entry.value])),
      missing: found.length === 0 ? [] : missing.map(({ name }) => name),
    };
  }

  #reading(symbol: string, entry: Entry): TickerReading {
    const values = this.#fields.flatMap(({ name, lookup, read }): [string, string | number][] => {
      const value = read(lookup(entry));
      return value === undefined ? [] : [[name, value]];
    });
    return { symbol, ...Object.fromEntries(values) };
  }
}

interface FieldReader {
  readonly name: string;
  readonly lookup: Lookup;
  readonly read: (sent: unknown) => string | number | undefined;
}

const VOLUMES: ReadonlySet<NumberFieldName> = new Set(['baseVolume', 'quoteVolume']);

function fieldReaders({ fields }: TickerSection): readonly FieldReader[] {
  const numbers = NUMBER_FIELDS.flatMap((name): FieldReader[] => {
    const field: NumberField | undefined = fields[name];
    const read = VOLUMES.has(name) ? fieldNumber : fieldPrice;
    return field ? [{ name, lookup: lookupOf(field.path), read: (sent) => read(sent, field) }] : [];
  });
  const { timestamp } = fields;
  if (!timestamp) return numbers;
  const lookup = lookupOf(timestamp.path);
  return [...numbers, { name: 'timestamp', lookup, read: (sent) => fieldTimestamp(sent, timestamp) }];
}

/** The markets named by entries. Of several entries for a market, the first one counts. */
function marketsIn(
  entries: readonly Entry[],
  { only, active }: MarketSection | TickerSection,
  names: Locate,
  leftOut: LeftOutCounts,
): readonly (readonly [ListedMarket, Entry])[] {
  const isWanted = only && conditionOf(only);
  const isActive = active && conditionOf(active);
  const found = new Map<string, readonly [ListedMarket, Entry]>();
  for (const entry of entries) {
    const named = !isEntry(entry.value)
      ? entry.key === undefined || entry.value === null
        ? NO_ENTRY
        : BESIDE_ENTRIES
      : isWanted?.(entry) === false
        ? 'excluded by "only"'
        : names(entry);
    if (typeof named === 'string') leftOut.add(named, exampleOf(entry.key, entry.value));
    else if (found.has(named.symbol)) leftOut.add('second entry of the same market', named.symbol);
    else found.set(named.symbol, [listedMarket(named, isActive?.(entry) ?? true), entry]);
  }
  return [...found.values()];
}

function isEntry(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function listedMarket(
  { symbol, base, quote, ownBase, ownQuote }: NamedMarket,
  active: boolean,
): ListedMarket {
  return {
    symbol,
    base,
    quote,
    ...(ownBase === base ? {} : { ownBase }),
    ...(ownQuote === quote ? {} : { ownQuote }),
    active,
  };
}

function listOf(markets: readonly ListedMarket[]): MarketList {
  return { markets, currencies: [] };
}
