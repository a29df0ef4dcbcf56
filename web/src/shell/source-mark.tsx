import type { PageConfig } from '../data/page-config.ts';

/** Data that are not of real exchanges say so, on every view. */
export function SourceMark({ config: { origin } }: { config: PageConfig }) {
  if (origin === 'live') return null;
  return (
    <span
      class="tag warn source"
      title={`All prices are ${origin}: they are not those of real exchanges now`}
    >
      {origin}
    </span>
  );
}
