import { TidemarkError, type Asset, type Tidemark } from '../../../sdk/src/node.ts';
import { nearestWord } from '../../core/nearest-word.ts';

/** What may have been meant by a name that nothing bears; nothing where the service cannot be asked. */
export async function nearNames(
  tidemark: Pick<Tidemark, 'read'>,
  wanted: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  try {
    if (wanted.includes('_')) {
      const { content: markets } = await tidemark.read('listMarkets', {}, { signal });
      return one(nearestWord(wanted, namesOf(markets)));
    }
    const { content: assets } = await tidemark.read('listAssets', { status: 'ACTIVE' }, { signal });
    const symbol = nearestWord(
      wanted,
      assets.map((asset) => asset.symbol),
    );
    return one(symbol ?? symbolNamed(nearestWord(wanted, namesOf(assets)), assets));
  } catch (error) {
    if (error instanceof TidemarkError) return [];
    throw error;
  }
}

function namesOf(all: readonly { readonly name: string }[]): string[] {
  return all.map(({ name }) => name);
}

function symbolNamed(wanted: string | undefined, assets: readonly Asset[]): string | undefined {
  return wanted === undefined ? undefined : assets.find(({ name }) => name === wanted)?.symbol;
}

function one(word: string | undefined): readonly string[] {
  return word === undefined ? [] : [word];
}
