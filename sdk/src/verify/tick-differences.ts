import type { IndexReceipt, IndexTicker } from '../contract.ts';
import { difference, type Difference } from './differences.ts';

const COMPARED = ['id', 'indexId', 'indexType', 'timestamp', 'price', 'volume', 'tickVolume'] as const;

/** Differences between the receipt and the tick that was received. */
export function tickDifferences(tick: IndexTicker, receipt: IndexReceipt): Difference[] {
  const found = COMPARED.filter((name) => tick[name] !== receipt[name]).map((name) =>
    difference(`tick.${name}`, text(tick[name]), text(receipt[name])),
  );
  const [tickFlags, receiptFlags] = [flagsText(tick.flags), flagsText(receipt.flags)];
  return tickFlags === receiptFlags ? found : [...found, difference('tick.flags', tickFlags, receiptFlags)];
}

/** For a tick or a receipt of any version, with any JSON. */
function text(value: unknown): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

function flagsText(flags: unknown): string {
  return Array.isArray(flags) ? flags.map(text).join(' ') : (text(flags) ?? '');
}
