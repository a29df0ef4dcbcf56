import type { SeriesId } from '../../../core/index-value.ts';
import { compareSeries } from '../../../core/ids/series-order.ts';
import type { Millis } from '../../../core/time.ts';
import { BlockDamaged } from '../../block/block-damaged.ts';
import { DAY_DAMAGED } from '../../history-store.ts';
import type { Damage } from '../damage.ts';
import type { SegmentTick } from '../segment/segment-annex.ts';
import { SegmentDamaged, SegmentFile } from '../segment/segment-file.ts';
import type { SegmentSpan } from '../segment/segment-layout.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { SERIES_BYTES, unpackSeries } from '../../tiers/series-bytes.ts';

export interface SegmentToRewrite {
  readonly span: SegmentSpan;
  readonly path: string;
  readonly start: Millis;
  /** The segment that the new one replaces. */
  readonly previousPath: string | undefined;
}

export interface AddedSeries {
  readonly number: number;
  readonly id: SeriesId;
  readonly packed: Uint8Array;
}

/** Returns the block of a series from the stored and the added data. If the stored block is damaged, it is copied unchanged. */
type Merge<Added> = (
  stored: Uint8Array | undefined,
  added: Added | undefined,
  packed: Uint8Array,
) => Uint8Array | BlockDamaged | undefined;

/** The stored day or year cannot be read and therefore not be rewritten. */
export class SegmentNotReadable extends Error {
  readonly code = DAY_DAMAGED;

  constructor(path: string, { reason }: SegmentDamaged) {
    super(`${path} cannot be rewritten: ${reason}`);
  }
}

/** Rewrites a segment with all existing and added series, in series order. */
export function rewriteSegment<Added extends AddedSeries>(
  { span, path, start, previousPath }: SegmentToRewrite,
  added: Iterable<Added>,
  merge: Merge<Added>,
  ticksOf: (stored: readonly SegmentTick[]) => readonly SegmentTick[] = () => [],
): Damage[] {
  const damages: Damage[] = [];
  const previous =
    previousPath === undefined ? undefined : sound(previousPath, SegmentFile.open(previousPath, span, start));
  try {
    const annex = previous && sound(previous.path, previous.annex());
    const series = new Map<number, AddedSeries & { readonly added?: Added }>();
    for (const [entry, number] of (previous?.numbers ?? []).entries()) {
      const packed = annex!.series.subarray(entry * SERIES_BYTES, (entry + 1) * SERIES_BYTES);
      series.set(number, { number, packed, id: unpackSeries(packed, 0) });
    }
    for (const one of added)
      series.set(one.number, { number: one.number, packed: one.packed, id: one.id, added: one });
    const inOrder = [...series.values()].toSorted((a, b) => compareSeries(a.id, b.id));
    SegmentWriter.write(path, span, start, (writer) => {
      for (const { number, id, packed, added: own } of inOrder) {
        const stored = previous && sound(previous.path, previous.blockOf(number));
        const merged = merge(stored, own, packed);
        const isDamaged = merged instanceof BlockDamaged;
        if (isDamaged) damages.push({ file: previous!.path, series: id, reason: merged.message });
        const block = isDamaged ? stored : merged;
        if (block) writer.addBlock(number, packed, block);
      }
      return ticksOf(annex?.ticks ?? []);
    });
  } finally {
    previous?.close();
  }
  return damages;
}

function sound<T>(path: string, read: T | SegmentDamaged): T {
  if (read instanceof SegmentDamaged) throw new SegmentNotReadable(path, read);
  return read;
}
