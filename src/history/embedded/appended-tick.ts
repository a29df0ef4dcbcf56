import { SLOT_MS, type Millis } from '../../core/time.ts';
import type { AppendOutcome } from '../history-store.ts';
import { STATE_KEY, STATE_TICK_KEY } from './journal/journal-keys.ts';
import type { JournalChange } from './journal/journal-record.ts';
import { encodeEntry, type StateTick } from './journal/journal-records.ts';
import { SegmentDamaged } from './segment/segment-file.ts';
import type { StoreContent } from './store-content.ts';

/**
 * The change to the stored state for a tick. For a tick without a state, the journal records that the stored state belongs to an
 * earlier tick. A state whose tick is no longer known is removed.
 */
export function stateChange(
  { state: stored, last }: StoreContent,
  at: Millis,
  state: Uint8Array | undefined,
): Required<JournalChange> {
  const isOfEarlier = stored !== undefined && stored.at !== last?.at;
  if (state)
    return { puts: [{ key: STATE_KEY, value: state }], removes: isOfEarlier ? [STATE_TICK_KEY] : [] };
  if (!stored) return { puts: [], removes: [STATE_KEY] };
  const entry: StateTick = { at: stored.at, newestTick: at };
  return { puts: [{ key: STATE_TICK_KEY, value: encodeEntry(entry) }], removes: [] };
}

/** Why a tick is rejected that is not newer than all stored ones. */
export function appendRefusal(content: StoreContent, at: Millis, windowMs: Millis): AppendOutcome {
  if (at < content.newest - windowMs) return 'too-old';
  const span = content.spans.holding(at);
  if (!span) return 'out-of-order';
  const slot = (at - span.start) / SLOT_MS - 1;
  if (span.table) return span.table.records.has(slot) ? 'duplicate' : 'out-of-order';
  const annex = content.segments.file(span)?.annex();
  if (!annex || annex instanceof SegmentDamaged) return 'out-of-order';
  return annex.ticks.some((tick) => tick.slot === slot) ? 'duplicate' : 'out-of-order';
}
