import { NameError, type Asset, type Market, type Tidemark } from '@tidemark/sdk';

/** Finds the record that an address names; if several have that name, the largest. */
async function largest<T>(find: (name: string) => Promise<T>, name: string): Promise<T> {
  try {
    return await find(name);
  } catch (error) {
    const [first] = error instanceof NameError ? error.candidates : [];
    if (!first) throw error;
    return find(first.id);
  }
}

export const findAsset = (tidemark: Tidemark, name: string, signal: AbortSignal): Promise<Asset> =>
  largest((each) => tidemark.asset(each, { signal }), name);

export const findMarket = (tidemark: Tidemark, name: string, signal: AbortSignal): Promise<Market> =>
  largest((each) => tidemark.market(each, { signal }), name);
