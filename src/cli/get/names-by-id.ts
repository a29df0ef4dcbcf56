import type { Tidemark } from '../../../sdk/src/node.ts';
import { LX_INDICES } from '../../core/ids/well-known-ids.ts';
import type { Query } from './route-query.ts';
import type { Route } from './route.ts';

/** Names to show instead of ids. */
export type NamesById = ReadonlyMap<string, string>;

type Lookup = 'listAssets' | 'listMarkets' | 'listExchanges';

/** The lists to look up names for a member; undefined if its ids have no names. */
function lookupsFor(member: string): readonly Lookup[] {
  if (member === 'indexId') return ['listAssets', 'listMarkets'];
  if (/assetId$/i.test(member)) return ['listAssets'];
  if (member === 'marketId') return ['listMarkets'];
  return member === 'exchangeId' ? ['listExchanges'] : [];
}

/** Names of everything that the records of a route refer to. */
export async function namesById(
  tidemark: Tidemark,
  route: Route,
  query: Query,
  signal: AbortSignal,
): Promise<NamesById> {
  const members = route.columns.flatMap(([member, kind]) => (kind === 'id' ? [member] : []));
  const lists = new Set(members.flatMap(lookupsFor));
  const found = await Promise.all([
    ...[...lists].map(async (list) => {
      const { content } = await tidemark.read(list, {}, { signal });
      return content.map((record) => [record.id, 'symbol' in record ? record.symbol : record.name] as const);
    }),
    ...(members.includes(CONTRACT_ID) ? [contractNames(tidemark, query, signal)] : []),
  ]);
  const liquid = Object.entries(LX_INDICES).map(([name, id]) => [id, name] as const);
  return new Map([...liquid, ...found.flat()]);
}

const CONTRACT_ID = 'contractId';

/** Names that the exchanges use. */
async function contractNames(tidemark: Tidemark, query: Query, signal: AbortSignal) {
  const { derivativeType, exchangeId } = query;
  const filter = { derivativeType, exchangeId } as never;
  const { content } = await tidemark.read('listDerivativeContracts', filter, { signal });
  return content.map(({ id, exchangeName }) => [id, exchangeName] as const);
}

/** Whether ids of this member have names. */
export function hasNames(member: string): boolean {
  return member === CONTRACT_ID || lookupsFor(member).length > 0;
}
