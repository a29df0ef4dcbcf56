import type { ReferenceContent } from '../core/reference-data.ts';
import type { Millis } from '../core/time.ts';
import { withTiers, type OwnTiers } from '../reference/tier-file.ts';
import { SourceWrapper } from './source-wrapper.ts';
import type { PassedSlot, Source, SourceEvent } from './source.ts';

/** Applies the operator's own tiers to the exchanges of a source. */
export class TieredSource extends SourceWrapper {
  readonly #tiers: OwnTiers;

  constructor(inner: Source, tiers: OwnTiers) {
    super(inner);
    this.#tiers = tiers;
  }

  override reference(slot: Millis): ReferenceContent {
    return withTiers(this.inner.reference(slot), this.#tiers);
  }

  override async *events(signal: AbortSignal): AsyncGenerator<SourceEvent, void, undefined> {
    for await (const event of this.inner.events(signal)) yield this.#tiered(event);
  }

  protected override passed({ events, ...slot }: PassedSlot): PassedSlot {
    return { ...slot, events: events.map((event) => this.#tiered(event)) };
  }

  #tiered(event: SourceEvent): SourceEvent {
    return event.kind === 'reference' ? { ...event, data: withTiers(event.data, this.#tiers) } : event;
  }
}
