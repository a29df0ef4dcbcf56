import type { DataOrigin } from '../../../core/data-origin.ts';

export interface ServedSource {
  readonly source: string;
  readonly origin: DataOrigin;
}

/** Marks answers whose data are not live; live ones have no mark. */
export function sourceHeader({ source, origin }: ServedSource): Readonly<Record<string, string>> {
  return origin === 'live' ? {} : { 'tidemark-source': source };
}
