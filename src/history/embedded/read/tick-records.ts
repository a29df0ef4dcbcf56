import { SLOT_MS, type Millis } from '../../../core/time.ts';
import { SegmentDamaged } from '../segment/segment-file.ts';
import type { OpenSegments } from '../segment/open-segments.ts';
import type { TickSpan, TickSpans } from './tick-spans.ts';

/** The records of the ticks of from < t <= to, in chronological order. Slots that were filled in later have none. */
export function recordsWithin(
  spans: TickSpans,
  segments: OpenSegments,
  from: Millis,
  to: Millis,
): Map<Millis, Uint8Array> {
  const records = new Map<Millis, Uint8Array>();
  for (const span of spans.all()) {
    if (span.end <= from || span.start >= to) continue;
    for (const [slot, record] of recordsOf(span, segments)) {
      const at = span.start + (slot + 1) * SLOT_MS;
      if (at > from && at <= to && record.length > 0) records.set(at, record);
    }
  }
  return new Map([...records].toSorted(([a], [b]) => a - b));
}

function recordsOf(
  span: TickSpan,
  segments: OpenSegments,
): Iterable<readonly [slot: number, record: Uint8Array]> {
  if (span.table) return span.table.records;
  const annex = segments.file(span)?.annex();
  if (!annex) return [];
  if (annex instanceof SegmentDamaged) {
    segments.reportFile(span, annex.reason);
    return [];
  }
  return annex.ticks.map(({ slot, record }) => [slot, record]);
}
