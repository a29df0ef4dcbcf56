import { SECOND_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import type { AuditRecord } from './audit-record.ts';
import type { FaultRecord, RunRecord } from '../record.ts';
import type { Violation } from '../violation.ts';

/** From the start of a slot's window, with time for what arrives after a fault. */
const WINDOW_MS = SLOT_MS + 15 * SECOND_MS;
/** A flag that is unrelated to trades: the opinions on the price of a liquid index differ. */
const NOT_ABOUT_TRADES = 'SPLIT';

/**
 * A liquid index without a flag must include all trades received in its window. Not checked if the collectors or the bus were
 * disturbed, because no node received the trades then.
 */
export function judgeTrades(
  { truth, faults }: Pick<RunRecord, 'truth' | 'faults'>,
  { traded, ticks: records }: Pick<AuditRecord, 'traded' | 'ticks'>,
): Violation[] {
  // No node received the whole window of the first tick of a history.
  const first = records[0]?.at;
  const ticks = new Map(
    truth.slots.flatMap(({ at, ticks: all }) =>
      all.filter(({ indexType }) => indexType === 'LX').map((tick) => [`${at} ${tick.indexId}`, tick]),
    ),
  );
  return traded.flatMap(({ at, indexId, atLeast }): Violation[] => {
    const tick = ticks.get(`${at} ${indexId}`);
    if (!tick || at === first || isUnheard(at, faults)) return [];
    const isFlagged = tick.flags.split(' ').some((flag) => flag !== '' && flag !== NOT_ABOUT_TRADES);
    if (isFlagged || (tick.tickVolume ?? 0) >= atLeast) return [];
    const what = `it has no flag and counts ${tick.tickVolume ?? 0}; within its window at least ${atLeast} was traded`;
    return [{ kind: 'partial', where: `LX ${indexId}`, at, what }];
  });
}

function isUnheard(at: Millis, faults: readonly FaultRecord[]): boolean {
  return faults.some(
    ({ groups = [], from, to }) =>
      groups.some((group) => group === 'bus' || group === 'collect') && from <= at && to >= at - WINDOW_MS,
  );
}
