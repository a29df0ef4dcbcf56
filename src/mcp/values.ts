import type { IndexTicker } from '../../sdk/src/contract.ts';
import type { IndexType } from '../core/index-value.ts';
import { DESCRIPTORS } from '../engine/index-types/index-types.ts';

interface Flagged {
  readonly flags?: readonly string[];
}

/** The flags of several records, each once. */
export function flagsOf(...records: readonly Flagged[]): readonly string[] {
  return [...new Set(records.flatMap(({ flags = [] }) => flags))];
}

/** The latest of several timestamps, which are all written alike. */
export function latestOf(...timestamps: readonly [string, ...string[]]): string {
  return timestamps.reduce((latest, each) => (each > latest ? each : latest));
}

/** The earliest of several timestamps, which are all written alike. */
export function earliestOf(...timestamps: readonly [string, ...string[]]): string {
  return timestamps.reduce((earliest, each) => (each < earliest ? each : earliest));
}

/** What a price is counted in. */
export function unitOf(indexType: IndexType): string {
  return DESCRIPTORS[indexType].entity === 'market' ? 'quote asset of the market' : 'USD';
}

export function shownValue({
  id,
  indexId,
  indexType,
  price,
  volume,
  tickVolume,
  timestamp,
  flags = [],
}: IndexTicker): object {
  return {
    id,
    indexId,
    indexType,
    price,
    unit: unitOf(indexType),
    volume24h: volume,
    tickVolume,
    timestamp,
    flags,
  };
}
