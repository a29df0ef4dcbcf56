import { toNumber, type Tidemark } from '@tidemark/sdk';
import { isComing, withMissing } from './missing.ts';

const DAY_MS = 86_400_000;

/** Spans of changes, with their names on the page and their fields in lists. */
export const CHANGE_SPANS = [
  { title: '24 h', spanMs: DAY_MS, change: 'change24h' },
  { title: '7 d', spanMs: 7 * DAY_MS, change: 'change7d' },
  { title: '30 d', spanMs: 30 * DAY_MS, change: 'change30d' },
] as const;

/** An older value is not used for the wanted instant. */
const NEAR_MS = 1_800_000;

/** A past price; `coming`: the service is still filling it in; undefined: the history has none there. */
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
    // Exclusive, so that the value at the instant itself is included.
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

/** The prices of an index at the start of each span that ends now. */
export function pastPrices(
  tidemark: Tidemark,
  indexId: string,
  now: number,
  signal: AbortSignal,
): Promise<readonly PastPrice[]> {
  return Promise.all(CHANGE_SPANS.map(({ spanMs }) => pastPrice(tidemark, indexId, now - spanMs, signal)));
}
