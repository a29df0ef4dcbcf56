import { TidemarkError, type Asset, type Tidemark } from '../../../../sdk/src/node.ts';
import { nearestWord } from '../../../core/text/nearest-word.ts';

export type NameKind = 'exchange' | 'index';

/** Suggestions for an unknown name; none if the service cannot be reached. */
export async function nearNames(
  tidemark: Pick<Tidemark, 'read'>,
  wanted: string,
  kind: NameKind,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  try {
    const meant =
      kind === 'exchange' ? nearExchange(tidemark, wanted, signal) : nearIndex(tidemark, wanted, signal);
    return one(await meant);
  } catch (error) {
    if (error instanceof TidemarkError) return [];
    throw error;
  }
}

async function nearExchange(
  tidemark: Pick<Tidemark, 'read'>,
  wanted: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const { content } = await tidemark.read('listExchanges', {}, { signal });
  const names = namesOf(content);
  return sameLetters(wanted, names) ?? nearestWord(wanted, names);
}

async function nearIndex(
  tidemark: Pick<Tidemark, 'read'>,
  wanted: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const { content } = await tidemark.read('listMarkets', {}, { signal });
  const markets = namesOf(content);
  if (/[_/:-]/.test(wanted))
    return sameLetters(wanted, markets) ?? nearestWord(wanted.replace(/[/:-]/, '_'), markets);
  const { content: assets } = await tidemark.read('listAssets', { status: 'ACTIVE' }, { signal });
  const symbol = nearestWord(
    wanted,
    assets.map((asset) => String(asset.symbol)),
  );
  return sameLetters(wanted, markets) ?? symbol ?? symbolNamed(nearestWord(wanted, namesOf(assets)), assets);
}

/** Names with the same letters: `BTCUSDT` matches `BTC_USDT`, `coinbase pro` matches `Coinbase-Pro`. */
function sameLetters(wanted: string, names: readonly string[]): string | undefined {
  const letters = lettersOf(wanted);
  return letters === '' ? undefined : names.find((name) => lettersOf(name) === letters);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function namesOf(all: readonly { readonly name: string }[]): string[] {
  return all.map(({ name }) => String(name));
}

function symbolNamed(wanted: string | undefined, assets: readonly Asset[]): string | undefined {
  return wanted === undefined ? undefined : assets.find(({ name }) => name === wanted)?.symbol;
}

function one(word: string | undefined): readonly string[] {
  return word === undefined ? [] : [word];
}
