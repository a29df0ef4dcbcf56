import { readFileSync } from 'node:fs';

export type Fields = Readonly<Record<string, unknown>>;

export interface RecordedMarket {
  readonly id: string;
  readonly symbol: string;
  readonly spot: boolean;
  /** As the exchange lists it. */
  readonly info: Fields;
}

/** A recorded ticker as ccxt read it. */
export interface RecordedTicker {
  readonly symbol: string;
  readonly last?: number;
  readonly bid?: number;
  readonly ask?: number;
  readonly baseVolume?: number;
}

export interface RecordedEntry {
  readonly method: 'fetchTicker' | 'fetchTickers';
  readonly input: readonly unknown[];
  /** The exchange's reply, with numbers in quotes if the recording has them so. */
  readonly httpResponse: unknown;
  readonly parsedResponse: RecordedTicker | Readonly<Record<string, RecordedTicker>>;
}

/** Recorded replies of a real exchange, with a few of its markets as ccxt reads them. */
export interface Recording {
  readonly exchange: string;
  readonly markets: Readonly<Record<string, RecordedMarket>>;
  /** One asset, as the exchange lists it. */
  readonly currency?: Fields;
  /** A ticker from the list of all, if `entries` has none in that format. */
  readonly listedTicker?: Fields;
  readonly entries: readonly RecordedEntry[];
}

const FOLDER = import.meta.url.endsWith('.ts') ? '../../fixtures' : '../../../../test/fixtures';

export function recordingOf(id: string): Recording {
  const file = new URL(`${FOLDER}/exchanges/${id}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Recording;
}

/** The recorded market BTC/USDT. */
export function recordedMarket(id: string): Fields {
  const market = recordingOf(id).markets['BTC/USDT'];
  if (!market) throw new Error(`no market of ${id} is recorded`);
  return market.info;
}

/** The recorded reply for one ticker; `path` leads to the ticker in it. */
export function recordedTicker(id: string, ...path: readonly (string | number)[]): Fields {
  const entry = recordingOf(id).entries.find(({ method }) => method === 'fetchTicker');
  let found = entry?.httpResponse;
  for (const key of path) found = (found as Fields | undefined)?.[key];
  if (!isFields(found)) throw new Error(`no ticker of ${id} is recorded at ${path.join('.')}`);
  return found;
}

export function recordedCurrency(id: string): Fields {
  const { currency } = recordingOf(id);
  if (!currency) throw new Error(`no currency of ${id} is recorded`);
  return currency;
}

/** The first element of a recorded list, such as the chains of a currency. */
export function firstOf(fields: Fields, list: string): Fields {
  const [first] = fields[list] as readonly unknown[];
  if (!isFields(first)) throw new Error(`no ${list} is recorded`);
  return first;
}

/** Recorded fields with other values. Fields that were not recorded are refused, because they would be invented. */
export function like(template: Fields, values: Fields): Fields {
  for (const field of Object.keys(values)) {
    if (!(field in template)) throw new Error(`the recorded answer has no field ${field}`);
  }
  return { ...template, ...values };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
