import { LX_INDICES } from '../../core/ids/well-known-ids.ts';
import { formatDatetime } from '../../core/time.ts';
import { choice, text, wholeNumber } from '../inputs.ts';
import type { McpService } from '../service.ts';
import { tool } from '../tool.ts';
import { untrusted } from '../untrusted.ts';

const KINDS = ['index', 'asset', 'market', 'exchange'] as const;
type Kind = (typeof KINDS)[number];

const MAX_FOUND = 50;
const USUAL_FOUND = 10;

/** Something with names. */
interface Named {
  readonly names: readonly string[];
  readonly isActive: boolean;
  readonly shown: () => object;
}

export const find = tool({
  name: 'find',
  title: 'Find names',
  description:
    'Looks for assets, markets, exchanges and liquid indices by a part of a name or symbol, best matches first. Ids and names of assets, markets and indices are arguments of the other tools; an id is never ambiguous.',
  operations: ['listAssets', 'listMarkets', 'listExchanges'],
  inputs: {
    query: { kind: text, description: 'Part of a name or symbol; case does not matter', required: true },
    kind: { kind: choice(KINDS), description: 'Only this kind' },
    limit: {
      kind: wholeNumber(1, MAX_FOUND),
      description: `Maximum number of matches (default: ${USUAL_FOUND})`,
    },
  },
  answer: async ({ query, kind, limit = USUAL_FOUND }, service) => {
    const wanted = query.toLowerCase();
    const all: Named[] = [];
    for (const each of kind === undefined ? KINDS : [kind]) all.push(...(await READERS[each](service)));
    const matches = all
      .map((named) => ({ named, rank: rankOf(named.names, wanted) }))
      .filter(({ rank }) => rank !== undefined)
      .toSorted((a, b) => a.rank! - b.rank! || Number(b.named.isActive) - Number(a.named.isActive));
    return {
      time: formatDatetime(await service.now()),
      flags: [],
      data: {
        matches: matches.slice(0, limit).map(({ named }) => named.shown()),
        more: Math.max(0, matches.length - limit),
      },
    };
  },
});

const READERS: Readonly<Record<Kind, (service: McpService) => Promise<Named[]> | Named[]>> = {
  index: () =>
    Object.entries(LX_INDICES).map(([name, id]) => ({
      names: [name, id],
      isActive: true,
      shown: () => ({ kind: 'index', id, name, indexType: 'LX' }),
    })),
  asset: async (service) => {
    const { body } = await service.read('listAssets', {});
    return body.content.map(({ id, name, symbol, slugName, status, type }) => ({
      names: [symbol, name, slugName, id],
      isActive: status === 'ACTIVE',
      shown: () => ({
        kind: 'asset',
        id,
        symbol: untrusted(symbol),
        name: untrusted(name),
        slugName: untrusted(slugName),
        status,
        type,
        indexType: 'GWA',
      }),
    }));
  },
  market: async (service) => {
    const { body } = await service.read('listMarkets', {});
    return body.content.map(({ id, name, baseAssetId, quoteAssetId }) => ({
      names: [name, id],
      isActive: true,
      shown: () => ({
        kind: 'market',
        id,
        name: untrusted(name),
        baseAssetId,
        quoteAssetId,
        indexType: 'MWA',
      }),
    }));
  },
  exchange: async (service) => {
    const { body } = await service.read('listExchanges', {});
    return body.content.map(({ id, name, status, tier, markets }) => ({
      names: [name, id],
      isActive: status === 'ACTIVE',
      shown: () => ({ kind: 'exchange', id, name: untrusted(name), status, tier, markets: markets.length }),
    }));
  },
};

const WHOLE = 0;
const BEGINNING = 1;
const WITHIN = 2;

/** Lower is better; undefined if no name matches. */
function rankOf(names: readonly string[], wanted: string): number | undefined {
  let best: number | undefined;
  for (const name of names) {
    const at = name.toLowerCase().indexOf(wanted);
    if (at < 0) continue;
    const rank = at > 0 ? WITHIN : name.length === wanted.length ? WHOLE : BEGINNING;
    best = Math.min(best ?? rank, rank);
  }
  return best;
}
