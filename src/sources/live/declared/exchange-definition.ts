/** Format version of a file that declares an exchange. */
export const DEFINITION_FORMAT = 1;

/**
 * An exchange as declared in a file, with defaults filled in: plain data, so that it can be sent to another process.
 * For paths see `entry-path.ts`.
 */
export interface ExchangeDefinition {
  readonly format: typeof DEFINITION_FORMAT;
  /** Its name in settings, logs and file names. */
  readonly key: string;
  readonly name: string;
  /** Address of its site. */
  readonly url: string;
  /** Every host that its requests go to. */
  readonly hosts: readonly string[];
  /** Its own codes that mean other assets: own code to common code. */
  readonly codes?: Readonly<Record<string, string>>;
  /** Absent: every market with a ticker. */
  readonly markets?: MarketSection;
  readonly tickers: TickerSection;
}

export interface DeclaredRequest {
  /** With `{market}`, the id of a market in the market list, each request is for one market. */
  readonly url: string;
  /** Makes it a POST: text is sent as a form, anything else as JSON. */
  readonly body?: unknown;
  /** `{page}` in the URL counts from `from`, until a page has no entry or `most` pages were read. */
  readonly pages?: { readonly from: number; readonly most: number };
}

/** A value and what it must or must not be. Values are compared as written; an absent one is null. */
export interface Condition {
  readonly path: string;
  readonly values?: readonly Scalar[];
  readonly not?: readonly Scalar[];
}
export type Scalar = string | number | boolean | null;

/** A list in a reply. */
interface ListSection {
  readonly requests: readonly DeclaredRequest[];
  /** A condition on the whole reply that holds unless it is an error. */
  readonly good?: Condition;
  /** Path of the list; absent: the whole reply. `*` matches every member. */
  readonly list?: string;
  /** A JSON array, an object with one member per entry, or a single entry for the requested market. */
  readonly layout: 'array' | 'object' | 'one';
  /** Entries to use; others are not spot markets. */
  readonly only?: Condition;
  /** Entries that can be traded. */
  readonly active?: Condition;
}

export interface MarketSection extends ListSection {
  /** Path of the id that tickers use for the market. */
  readonly id: string;
  readonly market: OwnNames | SplitSymbol;
}

export interface TickerSection extends ListSection {
  readonly market: OwnNames | SplitSymbol | MarketLink;
  readonly fields: TickerFields;
  /** Minimum time between two requests, if each is for one market. */
  readonly paceMs?: number;
}

/** Base and quote have members of their own, or are constant. */
export interface OwnNames {
  readonly base: NameSource;
  readonly quote: NameSource;
  readonly case?: LetterCase;
}
export type NameSource = string | { readonly always: string };
export type LetterCase = 'upper' | 'keep';

/** Base and quote are one text, split at a separator or by a known quote at its end (or its beginning). */
export interface SplitSymbol {
  readonly symbol: string;
  readonly separator?: string;
  readonly quotes?: readonly string[];
  readonly order?: 'base-quote' | 'quote-base';
  readonly prefix?: string;
  readonly suffix?: string;
  readonly case?: LetterCase;
}

/** The market list identifies the market. */
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
  /** Multiplier of the number, a decimal in text. */
  readonly factor?: string;
  /** The price is of one quote in units of the base. */
  readonly invert?: boolean;
}

/** Whether each request for tickers is for one market. */
export function isOneByOne({ tickers }: Pick<ExchangeDefinition, 'tickers'>): boolean {
  return tickers.requests.some(({ url }) => url.includes(MARKET_IN_URL));
}
export const MARKET_IN_URL = '{market}';

export const TIME_UNITS = ['s', 'ms', 'us', 'ns', 'iso'] as const;
export interface TimestampField {
  readonly path: string;
  readonly unit: (typeof TIME_UNITS)[number];
}
