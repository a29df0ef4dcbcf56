import type { Batch, Channel } from '../../../../src/api/stream/channels/channel.ts';
import { FrameTable } from '../../../../src/api/stream/frames/frame-sheet.ts';
import type { SeriesId } from '../../../../src/core/index-value.ts';
import type { Millis } from '../../../../src/core/time.ts';
import type { SeriesColumns } from '../../../../src/core/value-columns.ts';
import type { IndexRefresh } from '../../../../src/latest/indices/index-refresh.ts';
import { ORDER } from './attempted-tick.ts';

const FRAME_BYTES = 24;

export interface ReceivedFrame {
  readonly at: Millis;
  readonly price: number;
  readonly volume: number;
}

function writeFrame(into: Buffer, offset: number, { at, price, volume }: ReceivedFrame): void {
  into.writeDoubleBE(at, offset);
  into.writeDoubleBE(price, offset + 8);
  into.writeDoubleBE(volume, offset + 16);
}

export function framesIn(bytes: Buffer): ReceivedFrame[] {
  return Array.from({ length: bytes.length / FRAME_BYTES }, (_, i) => ({
    at: bytes.readDoubleBE(i * FRAME_BYTES),
    price: bytes.readDoubleBE(i * FRAME_BYTES + 8),
    volume: bytes.readDoubleBE(i * FRAME_BYTES + 16),
  }));
}

/** Index ticks as short frames; otherwise what the stream asks of its channel of index ticks. */
export class SimulatedChannel implements Channel {
  readonly name = 'INDEX_TICKER';
  readonly fields = [];
  readonly scopes = ['read:index-ticker'] as const;
  at: Millis = -Infinity;
  #frames = new Map<number, Buffer>();

  publish({ at, series, prices, volumes }: IndexRefresh): Batch {
    this.at = at;
    this.#frames = new Map();
    for (const [row, number] of series.entries()) {
      const frame = Buffer.alloc(FRAME_BYTES);
      writeFrame(frame, 0, { at, price: prices[row]!, volume: volumes[row]! });
      this.#frames.set(number, frame);
    }
    const frames = this.#frames;
    const frameOf = (item: number) => frames.get(item);
    return {
      at,
      frameOf,
      messagesOf: (item) => [frames.get(item) ?? []].flat(),
      piecesOf: () => [...frames.values()],
      countOf: () => frames.size,
      itemsOf: () => frames.keys(),
      currentOf: (item) => this.currentOf(item),
    };
  }

  resolve(): never {
    throw new Error('targets are given, not resolved');
  }

  scopeOf(): 'read:index-ticker' {
    return 'read:index-ticker';
  }

  groupOf(): number {
    return 0;
  }

  itemsOf(): Iterable<number> {
    return ORDER.series.keys();
  }

  currentOf(item: number): { at: Millis; frame: Buffer } | undefined {
    const frame = this.#frames.get(item);
    return frame && { at: this.at, frame };
  }

  currentOfGroup(): readonly Buffer[] {
    return [...this.#frames.values()];
  }

  /** Columns are newest first, frames oldest first. */
  framesOf(_series: SeriesId, { ats, prices, volumes }: SeriesColumns, count: number): FrameTable {
    const frames = Array.from({ length: count }, (_, i) => {
      const row = count - 1 - i;
      const frame = Buffer.alloc(FRAME_BYTES);
      writeFrame(frame, 0, { at: ats[row]!, price: prices[row]!, volume: volumes[row]! });
      return frame;
    });
    return FrameTable.joined(frames);
  }
}
