import type { IndexReceipt } from '../../../sdk/src/node.ts';
import { REFUSALS } from '../../contract/records/exchange-quality.ts';
import { SLOT_MS } from '../../core/time.ts';
import { spanText } from '../shared-options.ts';
import { percentText } from './number-text.ts';

export type RefusedLine = NonNullable<IndexReceipt['refused']>[number];

/** The reasons of the contract; an LX also rejects prices without a rate in USD. */
export type Refusal = (typeof REFUSALS)[number] | 'NO_RATE';

/** An older ticker is rejected for its age, whatever the others are. */
const MAX_AGE_MS = 90_000;

type Words = (line: RefusedLine, receipt: IndexReceipt) => string;

/** Why an exchange does not count, from its own line. */
const WORDS: Readonly<Record<Refusal, Words>> = {
  BAD_NUMBER: ({ last, reportedVolume }) => {
    if (!(Number(last) > 0)) return 'its price is not a number above 0';
    if (!(Number(reportedVolume) > 0)) return 'its volume is not a number above 0';
    return 'its volume is impossibly large';
  },
  BAD_TIME: ({ lastMoved }, { timestamp }) =>
    lastMoved === undefined
      ? 'its own time is invalid'
      : `its own time is ${spanText(Date.parse(lastMoved) - Date.parse(timestamp))} ahead of the tick`,
  EXCHANGE_STATUS: ({ exchangeStatus, marketStatus }) => {
    if (exchangeStatus === 'MAINTENANCE') return 'the exchange is in maintenance';
    if (exchangeStatus !== 'ACTIVE') return 'the exchange is not active';
    return marketStatus === 'ACTIVE' ? 'it is not active' : 'the market is not active there';
  },
  UNQUALIFIED: () => 'the market is marked as not qualified there',
  NEW: () => 'the exchange is new, and there are fresh trusted exchanges',
  STALE: (line) =>
    (line.ageMs ?? 0) > MAX_AGE_MS
      ? `not read for ${spanText(line.ageMs!)}`
      : 'silentTicks' in line
        ? `silent for ${ticksText(line.silentTicks)}`
        : `no change for ${ticksText(line.ticksSinceChange)}, others are fresher`,
  OUTLIER: ({ price }, receipt) => {
    const { reference, crossRate, state } = receipt;
    const held = Number(reference ?? crossRate ?? state.anchor ?? state.lastValue);
    const away = Number(price) / held - 1;
    if (!Number.isFinite(away)) return 'its price is too far from the others';
    return `its price is ${percentText(Math.abs(away))} ${away < 0 ? 'below' : 'above'} the reference`;
  },
  NO_RATE: () => 'its quote asset has no value in USD at this tick',
};

function ticksText(ticks: string): string {
  return spanText(Number(ticks) * SLOT_MS);
}

export function isRefusal(reason: string): reason is Refusal {
  return Object.hasOwn(WORDS, reason);
}

/** Plain words; an unknown reason of a newer service is shown as it is. */
export function refusalText(line: RefusedLine, receipt: IndexReceipt): string {
  return isRefusal(line.reason) ? WORDS[line.reason](line, receipt) : line.reason;
}
