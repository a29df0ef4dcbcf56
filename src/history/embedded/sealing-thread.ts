import type { Damage } from './damage.ts';
import { mergePast, type PastToMerge } from './merge-past.ts';
import { sealDay, type DayToSeal } from './seal-day.ts';
import { sealHour, type HourToSeal } from './seal-hour.ts';
import { sealYear, type YearToSeal } from './seal-year.ts';
import { answerCalls } from './thread-calls.ts';

export type SealingRequest = HourToSeal | DayToSeal | YearToSeal | PastToMerge;

/** Makes segment files; which of them count is not decided here. */
function seal(request: SealingRequest): Damage[] {
  if (request.kind === 'day') return sealDay(request);
  if (request.kind === 'past') return mergePast(request);
  if (request.kind === 'year') return sealYear(request);
  sealHour(request);
  return [];
}

answerCalls<SealingRequest>(seal);
