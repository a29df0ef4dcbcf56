import type { ReadonlySignal } from '@preact/signals';
import type { Missing } from '../data/missing.ts';
import { missingWords } from '../format/missing-words.ts';
import type { ChartData } from './chart-data.ts';
import { volumeNote } from './volume-note.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

interface ChartFootProps {
  readonly data: ChartData;
  readonly others: readonly { readonly data: ChartData; readonly title: string }[];
  /** The visible range; undefined before the first drawing. */
  readonly seen: ReadonlySignal<Span | undefined>;
}

/** What is missing in the chart, one sentence per reason. */
export function ChartFoot({ data, others, seen }: ChartFootProps) {
  void data.version.value;
  const span = seen.value;
  const reasons = reasonsIn(data.missing.value, span);
  const ofOthers = others.flatMap(({ data: other, title }) =>
    reasonsIn(other.missing.value, span).map((reason) => `${title}: ${missingWords(reason)}`),
  );
  const volume = others.length === 0 ? volumeNote(data.interval, data.bars) : undefined;
  if (reasons.length + ofOthers.length === 0 && volume === undefined) return null;
  return (
    <ul class="chart-foot" aria-label="What the chart does not show">
      {reasons.map((reason) => (
        <li key={reason} class="missing">
          <i aria-hidden="true" /> {missingWords(reason)}
        </li>
      ))}
      {ofOthers.map((text) => (
        <li key={text}>{text}</li>
      ))}
      {volume !== undefined && <li>{volume}</li>}
    </ul>
  );
}

/** Each reason of the visible range once. */
function reasonsIn(missing: readonly Missing[], span: Span | undefined): string[] {
  const inSight = missing.filter(({ from, to }) => !span || (from <= span.to && to > span.from));
  return [...new Set(inSight.map(({ reason }) => reason))];
}
