import { useComputed } from '@preact/signals';
import { usePage } from '../../data/page-data.ts';
import { amountText } from '../../format/number.ts';
import { totalsOf } from './totals.ts';

/** The market in three numbers, with each tick. */
export function MarketTotals() {
  const { board, live } = usePage();
  const totals = useComputed(() => {
    // With each tick, not with each value.
    void live.newest.value;
    return totalsOf(board, live);
  });
  if (!totals.value) return null;
  const { cap, volume, share, largest } = totals.value;
  return (
    <dl class="totals">
      <div>
        <dt>Market cap</dt>
        <dd>${amountText(cap)}</dd>
      </div>
      <div>
        <dt>Volume 24 h</dt>
        <dd>${amountText(volume)}</dd>
      </div>
      <div>
        <dt>{largest} share</dt>
        <dd>{(100 * share).toFixed(1)}%</dd>
      </div>
    </dl>
  );
}
