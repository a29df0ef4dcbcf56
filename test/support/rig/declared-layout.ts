import type {
  Condition,
  ExchangeDefinition,
  MarketSection,
  NumberField,
  OwnNames,
  SplitSymbol,
  TickerSection,
} from '../../../src/sources/live/declared/exchange-definition.ts';
import { namerOf } from '../../../src/sources/live/declared/market-names.ts';
import { timeText, valueText } from './declared-values.ts';
import { RecordedList, type ListedEntry } from './recorded-list.ts';
import {
  clockOf,
  ownCode,
  type RigAnswer,
  type RigInstrument,
  type RigLayout,
  type RigRequest,
} from './rig-layout.ts';

/** A recorded reply of an exchange. */
export interface RecordedAnswer {
  readonly url: string;
  readonly body: string;
}

type Fill = (entry: ListedEntry, instrument: RigInstrument, index: number) => void;

/** The id of a market in the market list: a number or a text, as recorded. */
type IdOf = (instrument: RigInstrument, index: number) => string;
type NameFill = (entry: ListedEntry, instrument: RigInstrument) => void;

/** A declared exchange that replies in the shape of its recording, with other markets and values. */
export function declaredLayout(
  definition: ExchangeDefinition,
  answers: readonly RecordedAnswer[],
): RigLayout {
  const { key, hosts, codes, markets, tickers } = definition;
  const marketNames = markets?.market ?? (tickers.market as OwnNames | SplitSymbol);
  const own = (code: string) => ownCode({ codes: codes ?? {} }, code);
  const recordedOf = (section: MarketSection | TickerSection) =>
    new RecordedList(section, answers.find(({ url }) => isOf(section, url))?.body ?? '');
  const marketList = markets && { section: markets, recorded: recordedOf(markets) };
  const isNumbered = marketList?.recorded.isNumber(marketList.section.id) ?? false;
  const idOf: IdOf = ({ base, quote }, index) =>
    isNumbered ? String(index + 1) : `${own(base)}${own(quote)}`;
  const lists = [
    {
      section: tickers,
      recorded: recordedOf(tickers),
      fill: tickerFill(tickers, nameFill(marketNames, own), idOf),
    },
    ...(marketList ? [{ ...marketList, fill: marketFill(marketList.section, own, idOf) }] : []),
  ];
  return {
    id: key,
    hosts: hosts.map((host) => host.replace(/:\d+$/, '')),
    ...(codes ? { codes } : {}),
    refusal: refusalOf(tickers, recordedOf(tickers)),
    lists: (base, quote) => isUnderstood(marketNames, codes, own(base), own(quote)),
    answer({ url }: RigRequest, instruments): RigAnswer | undefined {
      const found = lists.find(({ section }) => isOf(section, url.href));
      if (!found) return undefined;
      const shown = isLaterPage(found.section, url) ? [] : instruments;
      return { status: 200, body: found.recorded.with(shown, groupOf(marketNames, own), found.fill) };
    },
  };
}

/** Whether a section requests a URL, apart from page numbers. A server does not see whether a request used TLS. */
function isOf({ requests }: MarketSection | TickerSection, url: string): boolean {
  const plain = (text: string) => new URL(text.replace(/^http:/, 'https:')).href;
  return requests.some((request) => {
    const [before = '', after] = plain(request.url.replaceAll('{page}', '\u00a7')).split('%C2%A7');
    return after === undefined
      ? plain(url) === before
      : plain(url).startsWith(before) && plain(url).endsWith(after);
  });
}

function isLaterPage({ requests }: MarketSection | TickerSection, url: URL): boolean {
  return requests.some(
    (request) =>
      request.pages &&
      new URL(request.url.replaceAll('{page}', String(request.pages.from))).href !== url.href,
  );
}

/** An error in the exchange's format: in the member that reports errors, else a reply without a list. */
function refusalOf({ good }: TickerSection, recorded: RecordedList): RigAnswer {
  if (!good) return { status: 400, body: { message: 'refused' } };
  const body = recorded.with(
    [],
    () => undefined,
    () => undefined,
  );
  return { status: 200, body: recorded.withMember(body, good.path, 'refused') };
}

/** Without a separator a symbol may be ambiguous; the exchange lists only markets that are read correctly. */
function isUnderstood(
  names: OwnNames | SplitSymbol,
  codes: ExchangeDefinition['codes'],
  base: string,
  quote: string,
): boolean {
  if (!('symbol' in names)) return typeof names.quote === 'string' || names.quote.always === quote;
  const key = symbolText(names, base, quote);
  const named = namerOf({ ...names, symbol: '$key' }, codes)({ key, value: {}, answer: {} });
  return typeof named !== 'string' && named.ownBase === base && named.ownQuote === quote;
}

/** Name of the member that contains an instrument, if a market takes a name from there. */
function groupOf(names: OwnNames | SplitSymbol, own: (code: string) => string) {
  return ({ base, quote }: RigInstrument): string | undefined => {
    if ('symbol' in names) return undefined;
    if (names.base === '$group') return own(base);
    return names.quote === '$group' ? own(quote) : undefined;
  };
}

function marketFill(markets: MarketSection, own: (code: string) => string, idOf: IdOf): Fill {
  const name = nameFill(markets.market, own);
  return (entry, instrument, index) => {
    name(entry, instrument);
    entry.set(markets.id, idOf(instrument, index));
    if (markets.active) setCondition(entry, markets.active, instrument.active);
  };
}

function tickerFill({ fields, market, active }: TickerSection, name: NameFill, idOf: IdOf): Fill {
  const numbers = (instrument: RigInstrument): readonly (readonly [NumberField | undefined, string])[] => [
    [fields.last, instrument.last],
    [fields.bid, instrument.bid ?? '0'],
    [fields.ask, instrument.ask ?? '0'],
    [fields.baseVolume, instrument.baseVolume],
    [fields.quoteVolume, instrument.quoteVolume],
    [fields.vwap, instrument.vwap ?? instrument.last],
  ];
  return (entry, instrument, index) => {
    if ('id' in market) entry.set(market.id, idOf(instrument, index));
    else name(entry, instrument);
    for (const [field, value] of numbers(instrument))
      if (field) entry.set(field.path, valueText(value, field));
    const { timestamp } = fields;
    if (timestamp) {
      const at = timestamp.path.startsWith('$answer.') ? clockOf(entry.instruments) : instrument.timestamp;
      entry.set(timestamp.path, timeText(at, timestamp));
    }
    if (active) setCondition(entry, active, instrument.active);
  };
}

function nameFill(names: OwnNames | SplitSymbol, own: (code: string) => string): NameFill {
  return (entry, { base, quote }) => {
    if ('symbol' in names) entry.setName(names.symbol, symbolText(names, own(base), own(quote)));
    else {
      if (typeof names.base === 'string') entry.setName(names.base, own(base));
      if (typeof names.quote === 'string') entry.setName(names.quote, own(quote));
    }
  };
}

function symbolText(names: SplitSymbol, base: string, quote: string): string {
  const { prefix = '', suffix = '', separator = '', order } = names;
  const parts = order === 'quote-base' ? [quote, base] : [base, quote];
  return `${prefix}${parts.join(separator)}${suffix}`;
}

/** Sets a value that meets a condition, or another one. */
function setCondition(entry: ListedEntry, { path, values = [], not = [] }: Condition, holds: boolean): void {
  const [good = 'other'] = values;
  const [bad = 'other'] = not;
  entry.set(path, String(holds === values.length > 0 ? (holds ? good : bad) : 'other'));
}
