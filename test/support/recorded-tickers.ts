import { readdirSync, readFileSync } from 'node:fs';
import type { RecordedEntry, RecordedMarket, RecordedTicker } from './rig/recorded.ts';

const FOLDER = 'test/fixtures/exchanges/recorded';

/** An exchange's ticker replies, and how ccxt read them at the time. */
export interface RecordedExchange {
  readonly exchange: string;
  /** Whether ccxt no longer has the exchange. */
  readonly isLegacy: boolean;
  readonly markets: Readonly<Record<string, RecordedMarket>>;
  readonly entries: readonly RecordedEntry[];
}

export function recordedExchanges(): readonly RecordedExchange[] {
  return readdirSync(FOLDER)
    .toSorted()
    .map((name) => ({
      ...(JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Omit<RecordedExchange, 'isLegacy'>),
      isLegacy: name.startsWith('legacy-'),
    }));
}

/** Recordings that are read differently today, each with the reason, by name. */
export function recordedExceptions(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync('test/fixtures/exchanges/exceptions.json', 'utf8')) as Record<
    string,
    string
  >;
}

export function recordedTickers({ method, parsedResponse }: RecordedEntry): readonly RecordedTicker[] {
  return method === 'fetchTicker'
    ? [parsedResponse as RecordedTicker]
    : Object.values(parsedResponse as Record<string, RecordedTicker>);
}
