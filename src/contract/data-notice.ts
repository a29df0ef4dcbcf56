import type { DataOrigin } from '../core/data-origin.ts';

/** A Markdown notice for documents that describe data that are not live; none for live data. */
export function dataNotice(origin: DataOrigin): string[] {
  return origin === 'live' ? [] : [`**The data is ${origin}.**`];
}
