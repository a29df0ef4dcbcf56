import type { Asset, IndexQuality, Market } from '@tidemark/sdk';
import { addressOf } from '../../address.ts';
import type { Board } from '../../data/board.ts';
import { numberIn } from '../../format/ticker.ts';
import { LX } from '../indices/lx.ts';

export interface QualityRow {
  readonly quality: IndexQuality;
  readonly name: string;
  readonly address: string;
  readonly spread: number | undefined;
}

/** The lists with the names; undefined while they are loading. */
export interface NamedLists {
  readonly assets: readonly Asset[] | undefined;
  readonly markets: readonly Market[] | undefined;
  readonly board: Pick<Board, 'nameOf' | 'nameOfMarket'>;
}

/** An index that is in no list, such as a newly listed one, is shown by its id. */
export function qualityRows(qualities: readonly IndexQuality[], lists: NamedLists): readonly QualityRow[] {
  const { board } = lists;
  const assets = new Map(lists.assets?.map((asset) => [asset.id, asset]));
  const markets = new Map(lists.markets?.map((market) => [market.id, market]));
  const isLoading = !lists.assets || !lists.markets;
  return qualities.map((quality) => {
    const { indexId, indexType, spreadBps } = quality;
    const [market, asset] = [markets.get(indexId), assets.get(indexId)];
    const name = market?.name ?? asset?.symbol ?? LX.find(({ id }) => id === indexId)?.name;
    const address = {
      LX: () => addressOf('indices'),
      MWA: () => addressOf('market', market ? board.nameOfMarket(market) : indexId),
      GWA: () => addressOf('asset', asset ? board.nameOf(asset) : indexId),
    }[indexType]();
    return { quality, name: name ?? (isLoading ? '…' : indexId), address, spread: numberIn(spreadBps) };
  });
}
