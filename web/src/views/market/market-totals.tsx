import { loadMarketTotal } from '../../data/market-total.ts';
import { usePage } from '../../data/page-data.ts';
import { amountText, countText } from '../../format/number.ts';
import { useLastResponse } from '../../parts/use-last-response.ts';

/** The totals of the service, requested with each tick. Empty if the service has none. */
export function MarketTotals() {
  const { tidemark, live } = usePage();
  const { value: total, error } = useLastResponse(
    (signal) => loadMarketTotal(tidemark, signal),
    [tidemark],
    live.newest.value,
  );
  if (!total || error !== undefined) return null;
  const counted = `Counts ${countText(total.assets)} established assets with a fresh price and no flag. ${countText(total.excluded)} other assets are left out.`;
  return (
    <dl class="totals" title={counted}>
      <div>
        <dt>Market cap</dt>
        <dd>${amountText(total.marketCap)}</dd>
      </div>
      <div>
        <dt>Volume 24 h</dt>
        <dd>${amountText(total.volumeUsd)}</dd>
      </div>
      {total.btcShare !== undefined && (
        <div class="share">
          <dt>BTC share</dt>
          <dd>{total.btcShare.toFixed(1)}%</dd>
        </div>
      )}
      <div class="counted">
        <dt>Assets counted</dt>
        <dd>{countText(total.assets)}</dd>
      </div>
    </dl>
  );
}
