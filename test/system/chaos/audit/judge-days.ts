import type { AuditedDay, AuditRecord, DayNumbers } from './audit-record.ts';
import type { Violation } from '../violation.ts';

/** The traded volume of a liquid index has this many decimal units, which are summed exactly. */
const UNITS = 1e8;

/** Recomputes end-of-day records from stored ticks, with no code shared with the engine. */
export function judgeDays({ days }: Pick<AuditRecord, 'days'>): Violation[] {
  return days.flatMap((day) => {
    const { startAt: at, indexType, indexId, stored } = day;
    const again = numbersOf(day);
    const found = (what: string): Violation[] => [
      { kind: 'day', where: `${indexType} ${indexId}`, at, what },
    ];
    if (!again) return stored ? found('it has a record and no real tick') : [];
    if (!stored) return found(`it has ${again.ticks} ticks and no record`);
    const wrong = (Object.keys(again) as (keyof DayNumbers)[]).filter((name) => again[name] !== stored[name]);
    return wrong.length === 0
      ? []
      : found(wrong.map((name) => `${name} ${stored[name]}, its ticks say ${again[name]}`).join(', '));
  });
}

/** Undefined if no tick is real. The volume is only checked for liquid indices, where it is the sum of ticks. */
function numbersOf({ indexType, opening, values, stored }: AuditedDay): DayNumbers | undefined {
  const real = values.filter(({ isReal }) => isReal).map(({ price }) => price);
  const [first] = real;
  if (first === undefined) return undefined;
  const open = opening?.isReal ? opening.price : first;
  const units = values.reduce((sum, { tickVolume = 0 }) => sum + Math.round(tickVolume * UNITS), 0);
  return {
    open,
    high: Math.max(open, ...real),
    low: Math.min(open, ...real),
    close: real.at(-1)!,
    ticks: values.length,
    carried: values.length - real.length,
    volume: indexType === 'LX' ? units / UNITS : (stored?.volume ?? 0),
  };
}
