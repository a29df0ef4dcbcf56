import type { DataOrigin } from '../core/data-origin.ts';

/** What readers of a document are told of data that are not live, as Markdown; live data need no notice. */
export function dataNotice(origin: DataOrigin): string[] {
  return origin === 'live' ? [] : [`**The data is ${origin}.**`];
}
