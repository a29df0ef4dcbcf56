import { formatNumber } from '../../core/decimal.ts';
import { formatDatetime } from '../../core/time.ts';
import type { Receipt } from '../../receipts/receipts.ts';

/** A receipt as it is served. A number is the shortest decimal of its double, so that reading it gives the double again. */
export function receiptJson(id: string, { at, ...rest }: Receipt): string {
  return JSON.stringify({ id, timestamp: formatDatetime(at), ...rest }, (_key, value: unknown) =>
    typeof value === 'number' ? formatNumber(value) : value,
  );
}
