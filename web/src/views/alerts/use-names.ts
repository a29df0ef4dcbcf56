import { useMemo } from 'preact/hooks';
import { usePage } from '../../data/page-data.ts';
import { useResource } from '../../parts/use-resource.ts';
import type { Names } from './alert-words.ts';

/** The records that alerts name, as far as they have loaded. */
export function useNames(): Names {
  const { reference } = usePage();
  const assets = useResource(reference.assets).value;
  const markets = useResource(reference.markets).value;
  const exchanges = useResource(reference.exchanges).value;
  return useMemo(
    () => ({ assets: byId(assets), markets: byId(markets), exchanges: byId(exchanges) }),
    [assets, markets, exchanges],
  );
}

function byId<T extends { readonly id: string }>(records: readonly T[] = []): ReadonlyMap<string, T> {
  return new Map(records.map((record) => [record.id, record]));
}
