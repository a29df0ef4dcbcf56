import { useComputed } from '@preact/signals';
import { usePage } from '../../data/page-data.ts';
import { amountText } from '../../format/number.ts';

/** The market in three numbers, with each tick. */
export function MarketTotals() {
  const { board, live } = usePage();
  const totals = useComputed(() => {
    // With each tick, not with each value.
    void live.newest.value;
    let cap = 0;
    let volume = 0;
    let largest = 0;
    for (const row of board.rows.value) {
      const quote = live.quote(row.id);
      const price = quote?.price ?? row.price;
      cap += price * row.supply;
      volume += price * (quote?.volume ?? row.volume);
      if (row.rank === 1) largest = price * row.supply;
    }
    return { cap, volume, largest, first: board.rows.value[0]?.symbol };
  });
  const { cap, volume, largest, first } = totals.value;
  // The sum of the largest alone is not the market.
  if (!board.isWhole.value || cap === 0) return null;
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
        <dt>{first} share</dt>
        <dd>{((100 * largest) / cap).toFixed(1)}%</dd>
      </div>
    </dl>
  );
}
