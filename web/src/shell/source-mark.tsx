import type { PageConfig } from '../data/page-config.ts';

/** Marks data that are not from real exchanges, on every view. */
export function SourceMark({ config: { origin } }: { config: PageConfig }) {
  if (origin === 'live') return null;
  return (
    <span
      class="tag warn source"
      title={`All prices are ${origin}, not the current prices of real exchanges`}
    >
      {origin}
    </span>
  );
}
