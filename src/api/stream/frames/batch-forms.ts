import type { Batch } from '../channels/channel.ts';
import type { Plan } from '../coverage.ts';
import { ConvertedBatch } from './converted-batch.ts';
import { DeflatedBatch } from './deflate.ts';
import type { Conversions, MessageForm } from './message-form.ts';

/** A batch in every form that a client wants: each form is made once for all clients, on first demand. */
export class BatchForms {
  readonly #plain: Batch;
  readonly #event: string;
  readonly #conversions: Conversions;
  readonly #converted = new Map<string, ConvertedBatch>();
  readonly #deflated = new Map<Batch, DeflatedBatch>();

  constructor(plain: Batch, event: string, conversions: Conversions) {
    this.#plain = plain;
    this.#event = event;
    this.#conversions = conversions;
  }

  of(form: MessageForm): Batch {
    if (form.encoding === 'frames' && !form.isEdited) return this.#plain;
    const sent = this.#convertedTo(form) ?? this.#plain;
    return form.encoding === 'deflated' ? this.#compressed(sent) : sent;
  }

  /** Makes what a client with this plan gets, step by step; the caller may pause in between. */
  *prepare(form: MessageForm, { groups, items }: Plan): Generator<void> {
    const converted = this.#convertedTo(form);
    if (converted) for (const group of groups) yield* converted.prepareGroup(group);
    if (form.encoding !== 'deflated') return;
    const deflated = this.#compressed(converted ?? this.#plain);
    for (const group of groups) yield* deflated.prepareGroup(group);
    yield* deflated.prepare(items);
  }

  #convertedTo(form: MessageForm): ConvertedBatch | undefined {
    const key = `${form.encoding === 'events'} ${form.isEdited}`;
    const known = this.#converted.get(key);
    if (known) return known;
    const convert = this.#conversions.of(form, this.#event);
    if (!convert) return undefined;
    const made = new ConvertedBatch(this.#plain, convert);
    this.#converted.set(key, made);
    return made;
  }

  #compressed(batch: Batch): DeflatedBatch {
    let deflated = this.#deflated.get(batch);
    if (!deflated) this.#deflated.set(batch, (deflated = new DeflatedBatch(batch)));
    return deflated;
  }
}
