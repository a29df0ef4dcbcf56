import { toNumber, type Tidemark } from '@tidemark/sdk';
import { DAY_MS } from '../../chart/intervals.ts';

/** Spans of a change, with the name that the page gives them. */
export const CHANGE_SPANS = [
  { title: '24 h', spanMs: DAY_MS },
  { title: '7 d', spanMs: 7 * DAY_MS },
  { title: '30 d', spanMs: 30 * DAY_MS },
] as const;

/** A value that is older than this before the wanted instant does not stand for it. */
const NEAR_MS = 1_800_000;

/** The prices of an index at the beginning of each span that ends now; undefined if the history has none there. */
export function pastPrices(
  tidemark: Tidemark,
  indexId: string,
  now: number,
  signal: AbortSignal,
): Promise<readonly (number | undefined)[]> {
  return Promise.all(
    CHANGE_SPANS.map(async ({ spanMs }) => {
      const at = now - spanMs;
      const query = {
        indexId,
        from: new Date(at - NEAR_MS).toISOString(),
        // Exclusive: the value at the instant itself counts.
        to: new Date(at + 1).toISOString(),
        order: 'desc',
        size: 1,
      } as const;
      const { content } = await tidemark.read('listIndexTickers', query, { signal });
      return content[0] && toNumber(content[0].price);
    }),
  );
}
