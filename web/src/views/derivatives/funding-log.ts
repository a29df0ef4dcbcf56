import { useEffect, useRef } from 'preact/hooks';
import type { ContractRow } from './contract-row.ts';

/** A rate received while the view was open. */
export interface SeenRate {
  readonly at: number;
  readonly rate: number;
}

/** Two hours of ticks. */
const MOST = 240;

/**
 * Funding rates received while the view was open: the service only has the current ones. By contract, oldest
 * first.
 */
export function useFundingLog(rows: readonly ContractRow[]): ReadonlyMap<string, readonly SeenRate[]> {
  const log = useRef(new Map<string, SeenRate[]>());
  const seen = log.current;
  for (const { contract, at, funding } of rows) {
    if (at === undefined || funding === undefined) continue;
    const known = seen.get(contract.id) ?? [];
    if ((known.at(-1)?.at ?? 0) >= at) continue;
    known.push({ at, rate: funding });
    if (known.length > MOST) known.shift();
    seen.set(contract.id, known);
  }
  useEffect(() => () => seen.clear(), [seen]);
  return seen;
}
