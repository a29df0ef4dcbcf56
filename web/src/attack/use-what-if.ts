import type { IndexReceipt } from '@tidemark/sdk';
import type { Reach } from '@tidemark/sdk/verify';
import { useEffect, useRef, useState } from 'preact/hooks';
import { NewestOnly } from '../receipt/newest-only.ts';
import type { Verifier } from '../receipt/verifier.ts';
import { attacked, attackersOf, type Attack } from './alteration.ts';
import { plainAverages, type PlainAverages } from './plain-averages.ts';

/** The result of an attack. */
export interface Outcome {
  /** The inputs with the attack applied. */
  readonly inputs: IndexReceipt;
  /** The result of the engine; undefined if there is no value. */
  readonly computed: IndexReceipt | undefined;
  readonly averages: PlainAverages;
  /** The asset of the attacked market, if requested. */
  readonly asset: IndexReceipt | undefined;
  readonly reach: Reach | undefined;
  /** The exchanges that take part in the attack. */
  readonly attackers: ReadonlySet<string>;
}

export type WhatIf =
  | { readonly kind: 'computing' }
  | { readonly kind: 'there'; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Recomputes with each change of the attack: one at a time, then the newest. */
export function useWhatIf(
  verifier: Verifier,
  receipt: IndexReceipt,
  attack: Attack,
  asset: IndexReceipt | undefined,
): WhatIf {
  const [found, setFound] = useState<WhatIf>({ kind: 'computing' });
  const line = useRef(new NewestOnly());
  useEffect(() => {
    let isWanted = true;
    line.current.run(async () => {
      if (!isWanted) return;
      const next = await compute(verifier, receipt, attack, asset).then(
        (outcome): WhatIf => ({ kind: 'there', outcome }),
        (error: unknown): WhatIf => ({ kind: 'failed', error }),
      );
      // Show an outdated result rather than none while points are dragged.
      setFound(next);
    });
    return () => {
      isWanted = false;
    };
  }, [verifier, receipt, attack, asset]);
  return found;
}

async function compute(
  verifier: Verifier,
  receipt: IndexReceipt,
  attack: Attack,
  asset: IndexReceipt | undefined,
): Promise<Outcome> {
  const inputs = attacked(receipt, attack);
  const [computed, reach] = await Promise.all([
    verifier.call('whatIf', inputs),
    verifier.call('reachOf', { methodology: receipt.methodology }),
  ]);
  const moved = asset && (await verifier.call('whatIf', throughMarket(asset, receipt.indexId, computed)));
  return {
    inputs,
    computed,
    averages: plainAverages(inputs),
    asset: moved,
    reach,
    attackers: attackersOf(attack),
  };
}

/** With a quorum the receipt does not contain it, so it is kept. */
function isWeak(before: boolean, { exchanges = [], flags, volumeMedian }: IndexReceipt): boolean {
  if (volumeMedian !== undefined) return before;
  const isThin = flags.includes('THIN') || flags.includes('SINGLE_SOURCE');
  return isThin && exchanges.some(({ tier }) => tier !== 'A');
}

/** The asset recomputed with the attacked market. */
function throughMarket(
  asset: IndexReceipt,
  marketId: string,
  market: IndexReceipt | undefined,
): IndexReceipt {
  const others = asset.markets?.filter((each) => each.marketId !== marketId) ?? [];
  const own = asset.markets?.find((each) => each.marketId === marketId);
  if (!own) return asset;
  if (!market) return { ...asset, markets: others };
  const changed = {
    ...own,
    rate: market.price,
    volume: market.volume,
    flags: market.flags,
    weak: isWeak(own.weak, market),
    exchanges: (market.exchanges ?? []).map(({ exchangeId, exchange, tier }) => ({
      exchangeId,
      exchange,
      tier,
    })),
  };
  return { ...asset, markets: asset.markets?.map((each) => (each === own ? changed : each)) ?? [] };
}
