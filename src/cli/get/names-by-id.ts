import type { Tidemark } from '../../../sdk/src/node.ts';
import { LX_INDICES } from '../../core/well-known-ids.ts';
import type { Route } from './route.ts';

/** What ids stand for, for people. */
export type NamesById = ReadonlyMap<string, string>;

type Lookup = 'listAssets' | 'listMarkets' | 'listExchanges';

/** Which list has the names for a member; undefined where ids of it have no names. */
function lookupsFor(member: string): readonly Lookup[] {
  if (member === 'indexId') return ['listAssets', 'listMarkets'];
  if (/assetId$/i.test(member)) return ['listAssets'];
  if (member === 'marketId') return ['listMarkets'];
  return member === 'exchangeId' ? ['listExchanges'] : [];
}

/** Names of what the records of a route refer to; those of no other. */
export async function namesById(tidemark: Tidemark, route: Route, signal: AbortSignal): Promise<NamesById> {
  const lists = new Set(route.columns.flatMap(([member, kind]) => (kind === 'id' ? lookupsFor(member) : [])));
  const found = await Promise.all(
    [...lists].map(async (list) => {
      const { content } = await tidemark.read(list, {}, { signal });
      return content.map((record) => [record.id, 'symbol' in record ? record.symbol : record.name] as const);
    }),
  );
  const liquid = Object.entries(LX_INDICES).map(([name, id]) => [id, name] as const);
  return new Map([...liquid, ...found.flat()]);
}

/** Whether ids of this member have names. */
export function hasNames(member: string): boolean {
  return lookupsFor(member).length > 0;
}
