import type { ReferenceContent } from '../../core/reference-data.ts';
import type { Millis } from '../../core/time.ts';
import type { ExchangeHealth, PassedSlot, RecordedTicker, Source, SourceEvent } from '../source.ts';
import { Recorder, type RecorderOptions } from './recorder.ts';

/** A source whose events are also kept in files. */
export class RecordingSource implements Source {
  readonly name: string;
  readonly lastPassed?: (known?: Millis) => PassedSlot;
  readonly resume?: (tickers: Iterable<RecordedTicker>) => void;
  readonly #source: Source;
  readonly #options: RecorderOptions;
  #first: ReferenceContent | undefined;

  constructor(source: Source, options: RecorderOptions) {
    this.#source = source;
    this.#options = options;
    this.name = source.name;
    if (source.lastPassed) this.lastPassed = (known) => source.lastPassed!(known);
    if (source.resume) this.resume = (tickers) => source.resume!(tickers);
  }

  reference(slot: Millis): ReferenceContent {
    const reference = this.#source.reference(slot);
    this.#first ??= reference;
    return reference;
  }

  health(): ReadonlyMap<string, ExchangeHealth> {
    return this.#source.health();
  }

  async *events(signal: AbortSignal): AsyncGenerator<SourceEvent, void, undefined> {
    const recorder = new Recorder(this.#options, this.#first ?? this.#source.reference(0));
    try {
      for await (const event of this.#source.events(signal)) {
        await recorder.take(event, this.#source.health());
        yield event;
      }
    } finally {
      await recorder.close();
    }
  }
}
