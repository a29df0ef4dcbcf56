import type { ExchangeQuality, RefusalHour } from '@tidemark/sdk';

/** In the order of the checks, which is also that of the colours. */
export const REASONS = [
  'BAD_NUMBER',
  'BAD_TIME',
  'EXCHANGE_STATUS',
  'UNQUALIFIED',
  'STALE',
  'OUTLIER',
] as const;
export type Reason = (typeof REASONS)[number];

/** One hour of one exchange, or of several together. */
export interface HourCount {
  readonly at: number;
  /** 0 if nothing was counted: the service was down or not yet installed. */
  readonly ticks: number;
  readonly accepted: number;
  readonly refused: ReadonlyMap<Reason, number>;
  readonly total: number;
}

function hourOf({ startTimestamp, ticks, accepted, refusals }: RefusalHour): HourCount {
  const refused = new Map<Reason, number>();
  let total = 0;
  for (const reason of REASONS) {
    const count = Number(refusals[reason] ?? 0);
    if (count > 0) refused.set(reason, count);
    total += count;
  }
  return { at: Date.parse(startTimestamp), ticks: Number(ticks), accepted: Number(accepted), refused, total };
}

/** The hours of all given exchanges added up, oldest first. */
export function hoursOf(qualities: readonly ExchangeQuality[]): readonly HourCount[] {
  const byHour = new Map<number, HourCount>();
  for (const hour of qualities.flatMap(({ hours }) => hours).map(hourOf)) {
    const before = byHour.get(hour.at);
    byHour.set(hour.at, before ? together(before, hour) : hour);
  }
  return [...byHour.values()].sort((a, b) => a.at - b.at);
}

function together(one: HourCount, other: HourCount): HourCount {
  const refused = new Map(one.refused);
  for (const [reason, count] of other.refused) refused.set(reason, (refused.get(reason) ?? 0) + count);
  return {
    at: one.at,
    ticks: Math.max(one.ticks, other.ticks),
    accepted: one.accepted + other.accepted,
    refused,
    total: one.total + other.total,
  };
}

/** Totals by reason over all hours, most frequent first. */
export function totalsOf(hours: readonly HourCount[]): readonly (readonly [Reason, number])[] {
  const totals = new Map<Reason, number>();
  for (const { refused } of hours)
    for (const [reason, count] of refused) totals.set(reason, (totals.get(reason) ?? 0) + count);
  return [...totals].sort((a, b) => b[1] - a[1]);
}
