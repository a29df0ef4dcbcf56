import { useComputed, useSignal } from '@preact/signals';
import type { Board } from '../../data/board.ts';
import { usePage } from '../../data/page-data.ts';
import { flagsAmong } from '../../format/flags.ts';
import { messageOf } from '../../format/errors.ts';
import { countText } from '../../format/number.ts';
import { FlagList } from '../../parts/flag-list.tsx';
import type { Sorting } from '../../parts/grid-head.ts';
import { flagsOf } from './market-columns.ts';
import { MarketGrid } from './market-grid.tsx';
import { MarketTotals } from './market-totals.tsx';
import { useEffect } from 'preact/hooks';
import './market.css';

export type QualityFilter = 'all' | 'sound' | 'flagged';
const KEPT: Readonly<Record<QualityFilter, string>> = { all: 'All', sound: 'No flags', flagged: 'Flagged' };

/** All assets by market cap, live. */
export function View() {
  const page = usePage();
  const { board } = page;
  useEffect(() => board.use(), [board]);
  const text = useSignal('');
  const kept = useSignal<QualityFilter>('all');
  const sorting = useSignal<Sorting>({ column: 'rank', isDescending: false });
  const shown = useSignal<number | undefined>(undefined);
  const total = useComputed(() => board.rows.value.length);
  const hasRows = total.value > 0;
  return (
    <div class="market">
      <div class="market-top">
        <h1>Market</h1>
        <MarketTotals />
        <div class="market-filters">
          <input
            class="field"
            type="search"
            placeholder="Filter"
            aria-label="Filter by name or symbol"
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
          <div class="choices" role="group" aria-label="By quality">
            {(Object.keys(KEPT) as QualityFilter[]).map((each) => (
              <button key={each} aria-pressed={kept.value === each} onClick={() => (kept.value = each)}>
                {KEPT[each]}
              </button>
            ))}
          </div>
          <span class="quiet count" role="status">
            {board.isWhole.value
              ? `${countText(shown.value ?? total.value)} of ${countText(total.value)}`
              : ''}
          </span>
        </div>
        {kept.value === 'flagged' && <FlagKey />}
        {board.error.value !== undefined && (
          <p class={hasRows ? 'market-problem' : 'note failed'} role="alert">
            {problemWith(board)}: {messageOf(board.error.value)}.
            <button class="button" onClick={() => void board.refresh()}>
              Try again
            </button>
          </p>
        )}
      </div>
      {hasRows ? (
        <>
          <MarketGrid text={text} kept={kept} sorting={sorting} shown={shown} />
          {shown.value === 0 && <p class="note market-none">No asset matches the filters.</p>}
        </>
      ) : (
        board.error.value === undefined && (
          <p class="note">
            {board.isWhole.value
              ? 'No asset has a market cap: the service has no supply data.'
              : 'Loading prices'}
          </p>
        )
      )}
    </div>
  );
}

/** Explains the flags of values in the list. */
function FlagKey() {
  const page = usePage();
  void page.live.newest.value;
  return <FlagList type="GWA" flags={flagsAmong(page.board.rows.value.map((row) => flagsOf(page, row)))} />;
}

function problemWith({ rows, isWhole }: Board): string {
  if (rows.value.length === 0) return 'Prices could not be loaded';
  return isWhole.value
    ? 'The list could not be refreshed'
    : 'Only the largest assets are shown: the others could not be loaded';
}
