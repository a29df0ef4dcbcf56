import type { IndexTicker } from '../../sdk/src/contract.ts';
import { LX_INDICES } from '../core/ids/well-known-ids.ts';
import { parseUuid } from '../core/ids/uuid.ts';
import { MINUTE_MS } from '../core/time.ts';
import { Refusal, type McpService } from './service.ts';
import { shortened } from './untrusted.ts';

/** Parameters of a route that select an index. */
export interface IndexSelector {
  readonly indexId?: string;
  readonly name?: string;
  readonly marketName?: string;
  readonly symbol?: string;
  readonly slugName?: string;
}

/** Parameters of a route that select an asset. */
export interface AssetSelector {
  readonly assetId?: string;
  readonly symbol?: string;
  readonly slugName?: string;
}

/** Separators of markets: `BTC/USD`, `BTC-USD`, `BTC:USD`. */
const SEPARATOR = /[/:-]/;
const MAX_SHOWN = 60;
/** Allows for a caller whose clock is ahead. */
const MAX_AHEAD_MS = MINUTE_MS;

/** The possible meanings of a name, in the order in which the service tries them: an LX, a market, a symbol, a slug. */
export function indexSelectors(name: string): readonly IndexSelector[] {
  const id = parseUuid(name);
  if (id !== undefined) return [{ indexId: id }];
  const upper = name.toUpperCase();
  const market = name.replace(SEPARATOR, '_');
  const marketNames = market.includes('_') ? [market, market.toUpperCase()] : [];
  return [
    ...(Object.hasOwn(LX_INDICES, upper) ? [{ name: upper }] : []),
    ...[...new Set(marketNames)].map((marketName) => ({ marketName })),
    ...assetNames(name),
  ];
}

export function assetSelectors(name: string): readonly AssetSelector[] {
  const assetId = parseUuid(name);
  return assetId === undefined ? assetNames(name) : [{ assetId }];
}

function assetNames(name: string) {
  const symbols = [...new Set([name, name.toUpperCase()])];
  return [...symbols.map((symbol) => ({ symbol })), { slugName: name.toLowerCase() }];
}

/** The result of the first selector that finds something. Throws a `Refusal` if none does. */
export async function firstFound<S, T>(
  name: string,
  selectors: readonly S[],
  read: (selector: S) => Promise<T | undefined>,
): Promise<T> {
  for (const selector of selectors) {
    const found = await read(selector);
    if (found !== undefined) return found;
  }
  throw new Refusal(
    `nothing found for "${shortened(name, MAX_SHOWN)}": use the tool find to look for names, and an id where a name is ambiguous`,
  );
}

/** The newest value of an index. */
export async function newestValue(service: McpService, name: string): Promise<IndexTicker> {
  return firstFound(
    name,
    indexSelectors(name),
    async (selector) => (await service.read('listIndexTickers', selector)).body.content[0],
  );
}

/** The value of an index at or before an instant; by default the newest one. */
export async function valueAt(
  service: McpService,
  name: string,
  at: string | undefined,
): Promise<IndexTicker> {
  const newest = await newestValue(service, name);
  if (at === undefined) return newest;
  if (Date.parse(at) > (await service.now()) + MAX_AHEAD_MS)
    throw new Refusal(`${at} is in the future: the newest value is from ${newest.timestamp}`);
  if (Date.parse(at) >= Date.parse(newest.timestamp)) return newest;
  const { body } = await service.read('listIndexTickers', {
    indexId: newest.indexId,
    timestamp: at,
    size: 1,
  });
  const [value] = body.content;
  if (value) return value;
  throw new Refusal(`"${shortened(name, MAX_SHOWN)}" has no value at or before ${at} in the last 200 days`);
}
