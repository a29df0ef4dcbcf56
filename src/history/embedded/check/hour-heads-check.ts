import { HOURS_PER_DAY } from '../../block/layout.ts';
import type { Finding } from '../../scrub/finding.ts';
import { ENTRY_BYTES, HourHeads } from '../segment/hour-heads.ts';
import { SegmentDamaged, type SegmentFile } from '../segment/segment-file.ts';

/** Checks the table of hours of a day: its own bytes, and whether the blocks say the same. */
export class HourHeadsCheck {
  readonly findings: Finding[] = [];
  readonly #heads = new HourHeads();
  readonly #sections: readonly (Uint8Array | undefined)[];

  constructor(file: SegmentFile) {
    const reasons = new Set<string>();
    this.#sections = Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
      const section = file.hourHeads(hour);
      if (!(section instanceof SegmentDamaged)) return section;
      reasons.add(section.reason);
      return undefined;
    });
    for (const reason of reasons) this.findings.push({ reason });
  }

  /** Whether the table contradicts this sound block, which is the one at this position of the index. */
  contradicts(entry: number, block: Uint8Array): boolean {
    if (this.#sections.every((section) => !section)) return false;
    const entries = this.#heads.entriesOf(block);
    return this.#sections.some((section, hour) => {
      const expected = entries.subarray(hour * ENTRY_BYTES, (hour + 1) * ENTRY_BYTES);
      const stored = section?.subarray(entry * ENTRY_BYTES, (entry + 1) * ENTRY_BYTES);
      return stored !== undefined && Buffer.compare(stored, expected) !== 0;
    });
  }
}
