import { amountText, bpsText, priceText } from '../format/number.ts';
import { spanText } from '../format/time.ts';
import { bpsFrom, type Point, type ReceiptModel } from './receipt-model.ts';

/** A share in percent, with enough digits to distinguish small ones. */
export function shareText(share: number): string {
  const percent = share * 100;
  return `${percent === 0 ? '0' : percent < 0.1 ? '< 0.1' : percent.toFixed(1)} %`;
}

/** A deviation with its sign, such as +3.4 bps. */
export function signedBps(bps: number): string {
  return `${bps > 0.05 ? '+' : ''}${bpsText(bps)} bps`;
}

/** How a point is used. */
export function fateText({ refusal, countsAt, note }: Point): string {
  if (refusal !== undefined) return `rejected: ${refusal}`;
  const clamped = countsAt === undefined ? '' : 'counts at the edge of the clamp';
  return [clamped, note].filter(Boolean).join('; ') || 'counts as reported';
}

/** All numbers of a point in one line, also for screen readers. */
export function pointText(point: Point, { value, base, unit }: ReceiptModel): string {
  const { name, tier, price, volume, share, refusal, ageMs } = point;
  return [
    `${name}${tier === undefined ? '' : ` (tier ${tier})`}`,
    price > 0
      ? `${priceText(price)} ${unit}, ${signedBps(bpsFrom(value, price))} from the value`
      : 'no price',
    `${amountText(volume)} ${base} a day`,
    ...(ageMs === undefined ? [] : [`${spanText(ageMs)} old`]),
    ...(refusal === undefined ? [`weighs ${shareText(share)}`] : []),
    fateText(point),
  ].join(' · ');
}
