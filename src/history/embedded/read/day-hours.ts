import { BlockDamaged } from '../../block/block-damaged.ts';
import { emptyMiniBlockHead } from '../../block/columns/mini-block-head.ts';
import { MiniBlockDecoder } from '../../block/columns/mini-block-decoder.ts';
import { TICK_LAYOUT } from '../../block/layout.ts';
import type { ScaledRows } from '../../block/rows.ts';
import { checksum } from '../checksum.ts';
import { readEntry } from '../segment/hour-heads.ts';
import type { OpenSegments } from '../segment/open-segments.ts';
import { SegmentDamaged } from '../segment/segment-file.ts';
import type { SealedSpan } from './tick-spans.ts';

/**
 * Decodes one hour of many series of a day: with the day's table of hours it reads and checks about 400 bytes of a block instead of
 * about 9,000.
 */
export class DayHours {
  readonly #segments: OpenSegments;
  readonly #decoder = new MiniBlockDecoder(TICK_LAYOUT);
  readonly #head = emptyMiniBlockHead(TICK_LAYOUT);

  constructor(segments: OpenSegments) {
    this.#segments = segments;
  }

  /**
   * False if it must be read from the block: the file has no table, the table or this part of the block is damaged, or the series has no
   * block. A damaged table is reported.
   */
  decode(span: SealedSpan, number: number, hour: number, into: ScaledRows): boolean {
    const file = this.#segments.file(span);
    const entries = file?.has(number) ? file.hourHeads(hour) : undefined;
    if (!entries || !file) return false;
    if (entries instanceof SegmentDamaged) {
      this.#segments.reportFile(span, entries.reason);
      return false;
    }
    const place = readEntry(entries, file.entryOf(number), this.#head);
    if (!place) return false;
    const payload = file.partOf(number, place.offset, this.#head.payloadBytes);
    if (payload instanceof SegmentDamaged || checksum(payload) !== place.checksum) return false;
    return !(this.#decoder.decode(payload, 0, this.#head, into) instanceof BlockDamaged);
  }
}
