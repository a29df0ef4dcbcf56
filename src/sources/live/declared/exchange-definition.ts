/** The version of the format of a file that declares an exchange. */
export const DEFINITION_FORMAT = 1;

/**
 * An exchange as a file declares it, in its full form: plain data, so that a process of its own can be given it. Paths are
 * those of `entry-path.ts`.
 */
export interface ExchangeDefinition {
  readonly format: typeof DEFINITION_FORMAT;
  /** What settings, logs and file names call it. */
  readonly key: string;
  readonly name: string;
  /** Of its site. */
  readonly url: string;
  /** Every host that its requests go to. */
  readonly hosts: readonly string[];
  /** Its own codes that mean other assets: own code to the code in common usage. */
  readonly codes?: Readonly<Record<string, string>>;
  /** Absent: markets are those that have a ticker. */
  readonly markets?: MarketSection;
  readonly tickers: TickerSection;
}

export interface DeclaredRequest {
  /** `{market}` in it is what the market list calls a market: then each request is for one market. */
  readonly url: string;
  /** Makes it a POST: text is sent as a form, anything else as JSON. */
  readonly body?: unknown;
  /** `{page}` in the URL counts from `from`, until a page has no entry or there were `most` of them. */
  readonly pages?: { readonly from: number; readonly most: number };
}

/** A value and what it must be, or must not be. Values are compared as they are written; absent is null. */
export interface Condition {
  readonly path: string;
  readonly values?: readonly Scalar[];
  readonly not?: readonly Scalar[];
}
export type Scalar = string | number | boolean | null;

/** A list that an exchange answers with. */
interface ListSection {
  readonly requests: readonly DeclaredRequest[];
  /** Of the whole answer: what it says where it is no error. */
  readonly good?: Condition;
  /** Where the list is; absent: the whole answer. `*` stands for every member. */
  readonly list?: string;
  /** A JSON array, an object with one member for each entry, or one entry alone, of the market that was requested. */
  readonly layout: 'array' | 'object' | 'one';
  /** Entries that count; others are not spot markets. */
  readonly only?: Condition;
  /** Entries that can be traded. */
  readonly active?: Condition;
}

export interface MarketSection extends ListSection {
  /** What tickers call the market. */
  readonly id: string;
  readonly market: OwnNames | SplitSymbol;
}

export interface TickerSection extends ListSection {
  readonly market: OwnNames | SplitSymbol | MarketLink;
  readonly fields: TickerFields;
  /** Of requests for one market each: the time between two of them. */
  readonly paceMs?: number;
}

/** Base and quote have members of their own, or are always the same. */
export interface OwnNames {
  readonly base: NameSource;
  readonly quote: NameSource;
  readonly case?: LetterCase;
}
export type NameSource = string | { readonly always: string };
export type LetterCase = 'upper' | 'keep';

/** Base and quote are one text, with something between them or a known quote at its end (or its beginning). */
export interface SplitSymbol {
  readonly symbol: string;
  readonly separator?: string;
  readonly quotes?: readonly string[];
  readonly order?: 'base-quote' | 'quote-base';
  readonly prefix?: string;
  readonly suffix?: string;
  readonly case?: LetterCase;
}

/** The market list says what the market is. */
export interface MarketLink {
  readonly id: string;
}

export interface TickerFields {
  readonly last: NumberField;
  readonly bid?: NumberField;
  readonly ask?: NumberField;
  readonly baseVolume?: NumberField;
  readonly quoteVolume?: NumberField;
  readonly vwap?: NumberField;
  readonly timestamp?: TimestampField;
}
export const NUMBER_FIELDS = ['last', 'bid', 'ask', 'baseVolume', 'quoteVolume', 'vwap'] as const;
export type NumberFieldName = (typeof NUMBER_FIELDS)[number];

export interface NumberField {
  readonly path: string;
  /** What the number is multiplied with, as a decimal in text. */
  readonly factor?: string;
  /** The price is of one quote in bases. */
  readonly invert?: boolean;
}

/** Whether each request for a ticker is for one market. */
export function isOneByOne({ tickers }: Pick<ExchangeDefinition, 'tickers'>): boolean {
  return tickers.requests.some(({ url }) => url.includes(MARKET_IN_URL));
}
export const MARKET_IN_URL = '{market}';

export const TIME_UNITS = ['s', 'ms', 'us', 'ns', 'iso'] as const;
export interface TimestampField {
  readonly path: string;
  readonly unit: (typeof TIME_UNITS)[number];
}
