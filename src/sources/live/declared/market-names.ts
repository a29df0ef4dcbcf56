import type { ExchangeDefinition, NameSource, OwnNames, SplitSymbol } from './exchange-definition.ts';
import { isAssetCode } from '../ports/listed-names.ts';
import { lookupOf, type Entry } from './entry-path.ts';

/** A market with the exchange's own codes and the common ones. */
export interface NamedMarket {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly ownBase: string;
  readonly ownQuote: string;
}

/** Why an entry has no market name, in a few words. */
export type NotNamed = string;

export const NO_CODE: NotNamed = 'invalid asset code';

export type NameMarket = (entry: Entry) => NamedMarket | NotNamed;
type OwnPair = { readonly base: string; readonly quote: string };

/** Letters, digits and signs: no separators, and nothing that controls a terminal. */
const CODE = /^[\p{L}\p{N}\p{S}._*!@()#&'-]{1,32}$/u;

export function namerOf(names: OwnNames | SplitSymbol, codes: ExchangeDefinition['codes'] = {}): NameMarket {
  const own = 'symbol' in names ? splitter(names) : ownNames(names);
  const letters = (code: string) => (names.case === 'keep' ? code : code.toUpperCase());
  const common = (code: string) => (Object.hasOwn(codes, code) ? (codes[code] ?? code) : code);
  return (entry) => {
    const pair = own(entry);
    if (typeof pair === 'string') return pair;
    const [ownBase, ownQuote] = [letters(pair.base.trim()), letters(pair.quote.trim())];
    if (![ownBase, ownQuote].every((code) => CODE.test(code) && isAssetCode(code))) return NO_CODE;
    const [base, quote] = [common(ownBase), common(ownQuote)];
    if (base === quote) return 'base and quote are the same';
    return { symbol: `${base}/${quote}`, base, quote, ownBase, ownQuote };
  };
}

function ownNames({ base, quote }: OwnNames): (entry: Entry) => OwnPair | NotNamed {
  const [baseOf, quoteOf] = [sourceOf(base), sourceOf(quote)];
  return (entry) => {
    const [own, other] = [baseOf(entry), quoteOf(entry)];
    if (own === undefined) return 'no base';
    return other === undefined ? 'no quote' : { base: own, quote: other };
  };
}

function sourceOf(name: NameSource): (entry: Entry) => string | undefined {
  if (typeof name !== 'string') return () => name.always;
  const lookup = lookupOf(name);
  return (entry) => textOf(lookup(entry));
}

function splitter(names: SplitSymbol): (entry: Entry) => OwnPair | NotNamed {
  const { prefix = '', suffix = '', separator, order = 'base-quote', quotes = [] } = names;
  const lookup = lookupOf(names.symbol);
  const isQuoteFirst = order === 'quote-base';
  const split =
    separator === undefined ? byQuotes(quotes, isQuoteFirst) : bySeparator(separator, isQuoteFirst);
  return (entry) => {
    const text = textOf(lookup(entry));
    if (text === undefined) return 'no symbol';
    if (!text.startsWith(prefix)) return 'a symbol without the prefix';
    if (!text.endsWith(suffix)) return 'a symbol without the suffix';
    return split(text.slice(prefix.length, text.length - suffix.length));
  };
}

function bySeparator(separator: string, isQuoteFirst: boolean): (symbol: string) => OwnPair | NotNamed {
  return (symbol) => {
    const [first = '', second = '', ...more] = symbol.split(separator);
    if (second === '' || more.length > 0) return 'a symbol without exactly one separator';
    return isQuoteFirst ? { base: second, quote: first } : { base: first, quote: second };
  };
}

/** The longest matching quote wins: `btcusdt` ends with USDT, not with a quote called T. */
function byQuotes(quotes: readonly string[], isQuoteFirst: boolean): (symbol: string) => OwnPair | NotNamed {
  const longestFirst = quotes.toSorted((a, b) => b.length - a.length);
  return (symbol) => {
    const upper = symbol.toUpperCase();
    const fits = (quote: string) =>
      upper.length > quote.length &&
      (isQuoteFirst ? upper.startsWith(quote.toUpperCase()) : upper.endsWith(quote.toUpperCase()));
    const { length } = longestFirst.find(fits) ?? '';
    if (length === 0) return 'a symbol without a known quote';
    const at = isQuoteFirst ? length : symbol.length - length;
    const [first, second] = [symbol.slice(0, at), symbol.slice(at)];
    return isQuoteFirst ? { base: second, quote: first } : { base: first, quote: second };
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
