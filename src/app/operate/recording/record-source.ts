import { join, resolve } from 'node:path';
import { mkdirSync } from '../../../disk/files.ts';
import { createMarketClock } from '../../../core/clocks/clock.ts';
import { CUT_OFF_MS, slotAfter, SLOT_MS, type Millis } from '../../../core/time.ts';
import { PRIVATE_FOLDER_MODE } from '../../../disk/durable-file.ts';
import type { SourceContext } from '../../../sources/source-definition.ts';
import type { SourceTable } from '../../../sources/source-table.ts';
import type { SourceEvent } from '../../../sources/source.ts';
import { collectInput, openCollect } from '../../pipeline/collect.ts';
import { marketTime } from '../../process/market-time.ts';
import type { Settings } from '../../config/settings.ts';
import {
  gapsBetween,
  inspectRecording,
  type InspectedRecording,
} from '../../../sources/recording/inspect-recording.ts';
import { recordingFiles } from '../../../sources/recording/recording-file.ts';

interface RecordOptions {
  readonly settings: Settings;
  readonly sources: SourceTable;
  /** The folder for recordings. */
  readonly folder: string;
  readonly onTrouble: SourceContext['onWarning'];
  readonly onSlot: (recorded: Recorded) => void;
}

export interface Recorded {
  readonly slots: number;
  readonly batches: number;
  readonly tickers: number;
  readonly trades: number;
  readonly exchanges: number;
  readonly first?: Millis;
  readonly last?: Millis;
}

/** Records what a source delivers until the signal aborts. Files of the source itself go to a sibling folder. */
export async function recordSource(options: RecordOptions, signal: AbortSignal): Promise<Recorded> {
  const { settings, sources, folder, onTrouble, onSlot } = options;
  const own = join(resolve(folder), 'source');
  mkdirSync(own, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  const input = { ...collectInput(settings, sources), folder: own, record: resolve(folder) };
  const prepared = await openCollect(input, onTrouble);
  const start = settings.start ?? sources.get(settings.source).startsAt?.(settings);
  const { pace } = marketTime({ speed: settings.speed, start });
  const clock = createMarketClock(pace);
  // A world begins at the configured time, however long the start takes.
  if (pace) clock.hold(pace.startAt);
  const source = await prepared.open(clock);
  const first = slotAfter(clock.now());
  source.reference(first);
  const counts = new Counts();
  const events = source.events(signal)[Symbol.asyncIterator]();
  const pending = events.next();
  // Only after the first slot is chosen. Scaled time waits for each slot.
  clock.hold(first);
  for (let next = await pending; !next.done; next = await events.next()) {
    const event = next.value;
    counts.add(event);
    if (event.kind !== 'watermark') continue;
    onSlot(counts.recorded);
    clock.hold(event.at + CUT_OFF_MS + SLOT_MS);
  }
  return counts.recorded;
}

class Counts {
  #slots = 0;
  #batches = 0;
  #tickers = 0;
  #trades = 0;
  #first: Millis | undefined;
  #last: Millis | undefined;
  readonly #exchanges = new Set<string>();

  get recorded(): Recorded {
    return {
      slots: this.#slots,
      batches: this.#batches,
      tickers: this.#tickers,
      trades: this.#trades,
      exchanges: this.#exchanges.size,
      ...(this.#first !== undefined && { first: this.#first }),
      ...(this.#last !== undefined && { last: this.#last }),
    };
  }

  add(event: SourceEvent): void {
    if (event.kind === 'watermark') {
      this.#slots += 1;
      this.#last = event.at + CUT_OFF_MS;
      this.#first ??= this.#last;
    } else if (event.kind !== 'reference') {
      this.#batches += 1;
      this.#exchanges.add(event.exchangeId);
      if (event.kind === 'ticks' || event.kind === 'derivative-ticks') this.#tickers += event.ticks.length;
      else if (event.kind === 'trades') this.#trades += event.trades.length;
    }
  }
}

export { gapsBetween, type InspectedRecording };

/** Inspects a recording: one file, or every file of a folder. Throws if there is none. */
export function inspect(path: string): readonly InspectedRecording[] {
  return recordingFiles(path).map(inspectRecording);
}
