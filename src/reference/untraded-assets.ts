import type { Asset } from '../core/asset.ts';
import { runToEnd, inBatches, type Slices } from '../core/async/slices.ts';
import type { AssetFilter, Catalogue } from './catalogue.ts';
import { currentName } from './names/current-names.ts';
import { assetsInSlices, type WellKnownAsset } from './well-known/known-assets.ts';

const ASSETS_PER_SLICE = 100;

/**
 * The well-known assets that a catalogue lacks because no exchange trades them. Clients have stored their ids, so they
 * are served as INACTIVE. They have no markets and no values, so the engine and history do not know them.
 */
export class UntradedAssets {
  #byId: ReadonlyMap<string, Asset> | undefined;

  asset(id: string): Asset | undefined {
    return this.#all().get(id);
  }

  /** Sorted by id. */
  find({ type, symbol, slugName, status }: AssetFilter, traded: Pick<Catalogue, 'asset'>): readonly Asset[] {
    if (status === 'ACTIVE') return [];
    return [...this.#all().values()].filter(
      (asset) =>
        (type === undefined || asset.type === type) &&
        (symbol === undefined || asset.symbol === symbol) &&
        (slugName === undefined || asset.slugName === slugName) &&
        traded.asset(asset.id) === undefined,
    );
  }

  /** Parses the table, about 30 ms of work. If it is not called, the first request does the work. */
  *prepare(): Slices<ReadonlyMap<string, Asset>> {
    const byId = new Map<string, Asset>();
    yield* inBatches(yield* assetsInSlices(), ASSETS_PER_SLICE, (known) =>
      byId.set(known.id, untraded(known)),
    );
    return (this.#byId = byId);
  }

  #all(): ReadonlyMap<string, Asset> {
    return this.#byId ?? runToEnd(this.prepare());
  }
}

function untraded(known: WellKnownAsset): Asset {
  const { id, symbol, slugName, type, url, contractAddress } = known;
  const address = contractAddress === undefined ? {} : { contractAddress };
  return { id, name: currentName(known), symbol, slugName, status: 'INACTIVE', type, url, ...address };
}
