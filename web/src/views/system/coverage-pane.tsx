import type { Coverage } from '@tidemark/sdk';
import { useState } from 'preact/hooks';
import { usePage } from '../../data/page-data.ts';
import { countText, NOTHING } from '../../format/number.ts';
import { instantText, spanText } from '../../format/time.ts';
import type { TableColumn } from '../../parts/data-table.tsx';
import { LastResponseNote } from '../../parts/last-response-note.tsx';
import { Facts, Pane } from '../../parts/pane.tsx';
import { ShortTable } from '../../parts/short-table.tsx';
import { useLastResponse } from '../../parts/use-last-response.ts';
import { CoveragePicture } from './coverage-picture.tsx';

const FIRST_INDEX = 'BTC_USD';
const MAX_ROWS = 10;

type Gap = Coverage['gaps'][number];

/** Why slots have no value, in words. */
const REASONS: Readonly<Record<Gap['reason'], string>> = {
  DOWN: 'the service was down or too late',
  SOURCE: 'exchanges sent no usable data',
  DISK: 'the tick could not be stored, or was lost',
  NOT_LISTED: 'no exchange listed it as active',
  UNKNOWN: 'unknown',
};

const COLUMNS: readonly TableColumn<Gap>[] = [
  {
    id: 'from',
    title: 'From, UTC',
    sortKey: ({ from }) => from,
    cell: ({ from }) => instantText(Date.parse(from)),
  },
  {
    id: 'for',
    title: 'For',
    isNumber: true,
    sortKey: ({ from, to }) => Date.parse(to) - Date.parse(from),
    cell: ({ from, to }) => spanText(Date.parse(to) - Date.parse(from)),
  },
  { id: 'reason', title: 'Why', sortKey: ({ reason }) => reason, cell: ({ reason }) => REASONS[reason] },
];

/** How complete the values of one index are, day by day, and why some are missing. */
export function CoveragePane() {
  const { tidemark } = usePage();
  const [name, setName] = useState(FIRST_INDEX);
  const kept = useLastResponse((signal) => tidemark.coverage(name, { signal }), [tidemark, name]);
  return (
    <Pane
      title="Coverage"
      about={name}
      tools={
        <form
          class="system-choice"
          onSubmit={(event) => {
            event.preventDefault();
            const typed = new FormData(event.currentTarget).get('index');
            if (typeof typed === 'string' && typed.trim() !== '') setName(typed.trim());
          }}
        >
          <input
            class="field"
            name="index"
            aria-label="Index: an asset, a market, BLX, or an id"
            defaultValue={name}
            autocomplete="off"
            spellcheck={false}
          />
          <button class="button">Show</button>
          <button class="button" type="button" onClick={kept.again}>
            Now
          </button>
        </form>
      }
    >
      <LastResponseNote kept={kept} what={`The coverage of ${name}`} />
      {kept.value && <Covered name={name} coverage={kept.value} />}
    </Pane>
  );
}

function Covered({ name, coverage }: { name: string; coverage: Coverage }) {
  const { first, last, days, gaps } = coverage;
  const sum = (key: 'expected' | 'ticks' | 'carried' | 'modelled' | 'seeded' | 'missing') =>
    days.reduce((total, day) => total + Number(day[key]), 0);
  const [expected, ticks] = [sum('expected'), sum('ticks')];
  const instant = (text: string | undefined) =>
    text === undefined ? NOTHING : instantText(Date.parse(text));
  return (
    <>
      <div class="pane-body system-body">
        <Facts
          facts={[
            { title: 'First value', value: instant(first) },
            { title: 'Last value', value: instant(last) },
            { title: 'Slots', value: countText(expected) },
            {
              title: 'With a value',
              value: expected === 0 ? NOTHING : `${((100 * ticks) / expected).toFixed(2)}%`,
            },
            { title: 'Carried', value: countText(sum('carried')), about: 'Repeats an earlier value' },
            { title: 'Modelled', value: countText(sum('modelled')), about: 'From the simulated past' },
            {
              title: 'Seeded days',
              value: countText(sum('seeded')),
              about: 'Days before the first tick, from candles of exchanges',
            },
            { title: 'Missing', value: countText(sum('missing')) },
          ]}
        />
        <CoveragePicture days={days} />
      </div>
      <ShortTable
        maxRows={MAX_ROWS}
        label={`Gaps of ${name}`}
        columns={COLUMNS}
        rows={gaps.toReversed()}
        keyOf={({ from }) => from}
        empty="Nothing is missing."
      />
    </>
  );
}
