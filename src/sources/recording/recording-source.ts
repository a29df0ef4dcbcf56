import type { ReferenceContent } from '../../core/reference-data.ts';
import type { Millis } from '../../core/time.ts';
import { SourceWrapper } from '../source-wrapper.ts';
import type { Source, SourceEvent } from '../source.ts';
import { Recorder, type RecorderOptions } from './recorder.ts';

/** Records the events of a source in files. */
export class RecordingSource extends SourceWrapper {
  readonly #options: RecorderOptions;
  #first: ReferenceContent | undefined;

  constructor(inner: Source, options: RecorderOptions) {
    super(inner);
    this.#options = options;
  }

  override reference(slot: Millis): ReferenceContent {
    const reference = this.inner.reference(slot);
    this.#first ??= reference;
    return reference;
  }

  override async *events(signal: AbortSignal): AsyncGenerator<SourceEvent, void, undefined> {
    const recorder = new Recorder(this.#options, this.#first ?? this.inner.reference(0));
    try {
      for await (const event of this.inner.events(signal)) {
        await recorder.take(event, this.inner.health());
        yield event;
      }
    } finally {
      await recorder.close();
    }
  }
}
