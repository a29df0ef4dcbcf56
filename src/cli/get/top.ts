import { memberAt } from '../client/sound-record.ts';
import type { Route } from './route.ts';

/** Lists in which one member says what is large. */
const LARGEST: Readonly<Record<string, readonly [member: string, words: string]>> = {
  'exchange-tickers': ['volume', 'largest volumes; for one market, whose volumes are of one asset'],
  'market-caps': ['marketCap', 'largest market caps'],
  'index-quality': ['exchanges', 'most exchanges'],
  'exchange-quality': ['volumeShare', 'largest shares of the volume'],
  'derivative-tickers': ['volumeUsd', 'largest volumes in US dollars'],
};

/** What `--top` is for a list; undefined where it has none. */
export function topAbout({ name }: Route): string | undefined {
  const largest = LARGEST[name];
  return largest && `Only so many, those with the ${largest[1]}, the largest first`;
}

/** Those that are the largest, in that order; equal ones as the service lists them. */
export function topOf(route: Route, records: readonly object[], count: number): object[] {
  const [member] = LARGEST[route.name] ?? [];
  if (member === undefined) return records.slice(0, count);
  const sizeOf = (record: object) => Number(memberAt(record, member) ?? -Infinity);
  return records.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, count);
}
