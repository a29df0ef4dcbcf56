import type { AuditRecord } from './audit-record.ts';
import type { RunRecord } from '../record.ts';
import type { Violation } from '../violation.ts';

/** Flags of a liquid index with another meaning: its prices disagree. */
const NOT_ABOUT_TRADES = 'SPLIT';

/** A liquid index without a flag must be computed from all trades of its window, whatever fault was active. */
export function judgeTrades(
  { truth }: Pick<RunRecord, 'truth'>,
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
    if (!tick || at === first) return [];
    const isFlagged = tick.flags.split(' ').some((flag) => flag !== '' && flag !== NOT_ABOUT_TRADES);
    if (isFlagged || (tick.tickVolume ?? 0) >= atLeast) return [];
    const what = `it has no flag and counts ${tick.tickVolume ?? 0}; within its window at least ${atLeast} was traded`;
    return [{ kind: 'partial', where: `LX ${indexId}`, at, what }];
  });
}
