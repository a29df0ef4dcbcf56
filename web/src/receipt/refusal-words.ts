import type { IndexReceipt } from '@tidemark/sdk';
import { spanText } from '../format/time.ts';
import { TICK_MS } from '../clock.ts';

export type RefusedLine = NonNullable<IndexReceipt['refused']>[number];

const ticksText = (ticks: string) => spanText(Number(ticks) * TICK_MS);

/** Version 3 rejects an older ticker for its age alone. */
const MAX_AGE_MS = 90_000;

/** Why an exchange does not count, from its own line. */
const WORDS: Readonly<Record<string, (line: RefusedLine, receipt: IndexReceipt) => string>> = {
  BAD_NUMBER: ({ last, reportedVolume }) => {
    if (!(Number(last) > 0)) return 'its price is not a number above 0';
    if (!(Number(reportedVolume) > 0)) return 'its volume is not a number above 0';
    return 'its volume is too large to be true';
  },
  BAD_TIME: () => 'its timestamp is in the future',
  EXCHANGE_STATUS: ({ exchangeStatus }) =>
    exchangeStatus === 'MAINTENANCE'
      ? 'the exchange is in maintenance'
      : exchangeStatus === 'ACTIVE'
        ? 'the market is not active there'
        : 'the exchange is not active',
  UNQUALIFIED: () => 'the market is marked as not qualified there',
  NEW: () =>
    'it was listed less than 30 days ago, so its trust is 0, and it does not count while a trusted exchange is fresh',
  STALE: (line) =>
    (line.ageMs ?? 0) > MAX_AGE_MS
      ? `its ticker is ${spanText(line.ageMs!)} old, more than the 90 s that are allowed`
      : 'silentTicks' in line
        ? `it has been silent for ${ticksText(line.silentTicks)}`
        : `its price has not changed for ${ticksText(line.ticksSinceChange)} while others moved`,
  OUTLIER: ({ price }, { reference, crossRate, state }) => {
    const away =
      (Number(price) / Number(reference ?? crossRate ?? state.anchor ?? state.lastValue) - 1) * 100;
    if (!Number.isFinite(away)) return 'its price is too far from the others';
    return `its price is ${Math.abs(away).toFixed(1)} % ${away < 0 ? 'below' : 'above'} the reference`;
  },
  NO_RATE: () => 'its quote has no value in USD at this tick',
};

/** In plain words; an unknown reason of a newer service is shown as it is. */
export function refusalText(line: RefusedLine, receipt: IndexReceipt): string {
  const words = Object.hasOwn(WORDS, line.reason) ? WORDS[line.reason] : undefined;
  return words ? words(line, receipt) : line.reason;
}
