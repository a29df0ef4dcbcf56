import { SpareSlabs } from '../segment/byte-slabs.ts';
import type { Damage } from '../damage.ts';
import { CollectedDay, type CollectedTick, type NumberedPast } from './collected-day.ts';
import { mergePast, type PastToMerge } from './merge-past.ts';
import { mergeYear, type YearToMerge } from './merge-year.ts';
import { sealDay, type DayToSeal } from './seal-day.ts';
import { sealHour, type HourToSeal } from './seal-hour.ts';
import { sealYear, type YearToSeal } from './seal-year.ts';

export type SealingRequest = HourToSeal | DayToSeal | YearToSeal | PastToMerge | YearToMerge;

/** A part of a past day; the first part starts a collection. The reply states which hours have values, as bits. */
export interface PastToCollect {
  readonly kind: 'collect';
  readonly collection: number;
  readonly series: readonly NumberedPast[];
}

/** Requests the collected values of an incomplete hour, as ticks of some of its slots. */
export interface CollectedHour {
  readonly kind: 'collected-hour';
  readonly collection: number;
  readonly hour: number;
  readonly firstSlot: number;
  readonly lastSlot: number;
}

export interface CollectionToForget {
  readonly kind: 'forget';
  readonly collection: number;
}

export type CollectionRequest = PastToCollect | CollectedHour | CollectionToForget;

/** Writes segment files. It does not decide which of them are valid. */
export class SealingAnswers {
  readonly #collections = new Map<number, CollectedDay>();
  readonly #spare = new SpareSlabs();

  answer(
    request: SealingRequest | CollectionRequest,
  ): Damage[] | number | readonly CollectedTick[] | boolean {
    if (request.kind === 'collect') return this.#collect(request);
    if (request.kind === 'collected-hour')
      return this.#collection(request.collection).ticksOf(request.hour, request.firstSlot, request.lastSlot);
    if (request.kind === 'forget') return this.#forget(request.collection);
    return this.#seal(request);
  }

  #seal(request: SealingRequest): Damage[] {
    if (request.kind === 'day') return sealDay(request);
    if (request.kind === 'past') return mergePast(request, this.#collection(request.collection));
    // Days are collected one after another; a request of another kind may mean that this is over.
    this.#spare.clear();
    if (request.kind === 'year') return sealYear(request);
    if (request.kind === 'past-year') return mergeYear(request);
    sealHour(request);
    return [];
  }

  #collect({ collection, series }: PastToCollect): number {
    const day = this.#collections.get(collection) ?? new CollectedDay(this.#spare);
    this.#collections.set(collection, day);
    return day.add(series);
  }

  #forget(collection: number): boolean {
    this.#collections.get(collection)?.release();
    return this.#collections.delete(collection);
  }

  /** When a thread dies, its collections are lost. */
  #collection(collection: number): CollectedDay {
    const day = this.#collections.get(collection);
    if (!day) throw new Error('the collected values of the past day are lost');
    return day;
  }
}
