import { SpareSlabs } from '../segment/byte-slabs.ts';
import type { Damage } from '../damage.ts';
import { CollectedDay, type CollectedTick, type NumberedPast } from './collected-day.ts';
import { mergePast, type PastToMerge } from './merge-past.ts';
import { mergeYear, type YearToMerge } from './merge-year.ts';
import { sealDay, type DayToSeal } from './seal-day.ts';
import { sealHour, type HourToSeal } from './seal-hour.ts';
import { sealYear, type YearToSeal } from './seal-year.ts';
import { answerCalls } from '../../../threads/thread-calls.ts';

export type SealingRequest = HourToSeal | DayToSeal | YearToSeal | PastToMerge | YearToMerge;

/** A part of a day of the past; the first one begins a collection. Answers which hours have values, as bits. */
export interface PastToCollect {
  readonly kind: 'collect';
  readonly collection: number;
  readonly series: readonly NumberedPast[];
}

/** What was collected of an hour that is not over, as ticks of some of its slots. */
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

const collections = new Map<number, CollectedDay>();
const spare = new SpareSlabs();

/** Makes segment files; which of them count is not decided here. */
function seal(request: SealingRequest): Damage[] {
  if (request.kind === 'day') return sealDay(request);
  if (request.kind === 'past') return mergePast(request, collectionOf(request.collection));
  // Days are collected one after the other; when other things are sealed, that may be over.
  spare.clear();
  if (request.kind === 'year') return sealYear(request);
  if (request.kind === 'past-year') return mergeYear(request);
  sealHour(request);
  return [];
}

function collect({ collection, series }: PastToCollect): number {
  const day = collections.get(collection) ?? new CollectedDay(spare);
  collections.set(collection, day);
  return day.add(series);
}

function forget(collection: number): boolean {
  collections.get(collection)?.release();
  return collections.delete(collection);
}

/** A thread that died has taken its collections along. */
function collectionOf(collection: number): CollectedDay {
  const day = collections.get(collection);
  if (!day) throw new Error('what was collected of the past is lost');
  return day;
}

function answer(
  request: SealingRequest | CollectionRequest,
): Damage[] | number | readonly CollectedTick[] | boolean {
  if (request.kind === 'collect') return collect(request);
  if (request.kind === 'collected-hour')
    return collectionOf(request.collection).ticksOf(request.hour, request.firstSlot, request.lastSlot);
  if (request.kind === 'forget') return forget(request.collection);
  return seal(request);
}

answerCalls(answer);
