import { type Millis, hourOfTick } from '../../core/time.ts';
import type { Fence, LastTick, StoredState } from '../history-store.ts';
import { EmbeddedCandles } from './candles/stored-candles.ts';
import type { DamageReports } from './damage.ts';
import { HourTable } from '../tiers/hour-table.ts';
import type { SegmentSpan } from './segment/segment-layout.ts';
import { OpenSegments } from './segment/open-segments.ts';
import { SeriesTable } from '../tiers/series-table.ts';
import type { StoreFolders } from './store-folders.ts';
import type { NumberedTick } from '../tiers/tick-record.ts';
import { hotSpan, TickSpans } from './read/tick-spans.ts';

/** The content of the store as reads see it. It changes only after a change is durable. */
export class StoreContent {
  readonly folders: StoreFolders;
  readonly series = new SeriesTable();
  readonly spans = new TickSpans();
  readonly segments: OpenSegments;
  readonly candles: EmbeddedCandles;
  readonly damage: DamageReports;
  /** Segment files that the disk failed to read: their names are not reused. */
  readonly unread = new Set<string>();
  /** The newest tick; -Infinity before the first. */
  newest: Millis = -Infinity;
  last: LastTick | undefined;
  /** The newest engine state: that of the last tick, or of an earlier one. */
  state: StoredState | undefined;
  /** The fence of the newest writer; 0 before the first. */
  fence: Fence = 0;

  constructor(folders: StoreFolders, damage: DamageReports) {
    this.folders = folders;
    this.damage = damage;
    this.segments = new OpenSegments(this.series, damage);
    this.candles = new EmbeddedCandles(this.series, this.segments);
  }

  /** The first generation from `min` on whose file name is free. */
  generationFrom(min: number, span: SegmentSpan, start: Millis): number {
    let generation = min;
    while (this.unread.has(this.folders[span](start, generation))) generation++;
    return generation;
  }

  addTick(at: Millis, tick: NumberedTick): void {
    const hour = hourOfTick(at);
    const span = this.spans.holding(at);
    let table = span?.table;
    if (!table) {
      table = new HourTable(hour, this.series.size, 'shared');
      this.spans.put(hotSpan(table));
    }
    table.addTick(at, tick);
    this.newest = Math.max(this.newest, at);
  }
}
