import { DAY_MS, dayOfTick, type Millis } from '../../../core/time.ts';
import { FIRST_RECORD_DAY, plannedDays, type BackfillDepth } from './backfill-plan.ts';
import type { DoneStages } from './stages.ts';

/** Progress as versions before stages wrote it: first 30-second values day by day, then records day by day. */
interface ProgressOfFormatOne {
  readonly format: 1;
  readonly firstLive?: Millis;
  readonly prepared: boolean;
  readonly largest?: readonly string[];
  readonly seamClosed?: boolean;
  readonly plan?: {
    readonly firstLive: Millis;
    readonly depth: BackfillDepth;
    readonly largest: readonly string[];
    readonly byHand?: boolean;
  };
  /** What came next: everything of later days was done. JSON has no infinity: a plan that was done has no day. */
  readonly frontier?: { readonly phase: 'ticks' | 'candles' | 'done'; readonly day: Millis | null };
}

export function isFormatOne(content: { readonly format?: unknown }): content is ProgressOfFormatOne {
  return content.format === 1;
}

export function progressOfFormatOne(content: ProgressOfFormatOne) {
  const { format: _format, plan, frontier, ...progress } = content;
  if (!plan) return progress;
  const { depth, ...rest } = plan;
  const days = plannedDays(depth);
  const today = dayOfTick(plan.firstLive);
  return { ...progress, plan: { ...rest, days }, done: doneBefore(frontier, today, days) };
}

function doneBefore(
  frontier: ProgressOfFormatOne['frontier'],
  today: Millis,
  { largest, everything }: { readonly largest: number; readonly everything: number },
): DoneStages {
  if (!frontier) return {};
  const { phase, day } = frontier;
  const next = day ?? -Infinity;
  const oldestValue = phase === 'ticks' ? next + DAY_MS : -Infinity;
  if (oldestValue > today) return {};
  const within = (days: number) => Math.max(oldestValue, today - days * DAY_MS);
  const values = {
    today,
    'first-values': within(largest),
    'largest-values': within(largest),
    'everything-values': within(everything),
  };
  if (phase === 'ticks') return values;
  const records = Math.max(FIRST_RECORD_DAY, next + DAY_MS);
  return { ...values, 'largest-records': records, 'everything-records': records };
}
