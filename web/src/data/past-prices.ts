import { toNumber, type Tidemark } from '@tidemark/sdk';
import { isComing, withMissing } from './missing.ts';

const DAY_MS = 86_400_000;

/** Spans of a change, with the name that the page gives them and the field of lists. */
export const CHANGE_SPANS = [
  { title: '24 h', spanMs: DAY_MS, change: 'change24h' },
  { title: '7 d', spanMs: 7 * DAY_MS, change: 'change7d' },
  { title: '30 d', spanMs: 30 * DAY_MS, change: 'change30d' },
] as const;

/** A value that is older than this before the wanted instant does not stand for it. */
const NEAR_MS = 1_800_000;

/** A price of the past; `coming`: the service is still filling it in; undefined: the history has none there. */
export type PastPrice = number | 'coming' | undefined;

/** The price of an index at an instant. */
export async function pastPrice(
  tidemark: Tidemark,
  indexId: string,
  at: number,
  signal: AbortSignal,
): Promise<PastPrice> {
  const query = {
    indexId,
    from: new Date(at - NEAR_MS).toISOString(),
    // Exclusive: the value at the instant itself counts.
    to: new Date(at + 1).toISOString(),
    order: 'desc',
    size: 1,
  } as const;
  const { answer, missing } = await withMissing((noted) =>
    tidemark.read('listIndexTickers', query, { signal, ...noted }),
  );
  const [newest] = answer.content;
  if (newest) return toNumber(newest.price);
  return missing.some(isComing) ? 'coming' : undefined;
}

/** The prices of an index at the beginning of each span that ends now. */
export function pastPrices(
  tidemark: Tidemark,
  indexId: string,
  now: number,
  signal: AbortSignal,
): Promise<readonly PastPrice[]> {
  return Promise.all(CHANGE_SPANS.map(({ spanMs }) => pastPrice(tidemark, indexId, now - spanMs, signal)));
}
