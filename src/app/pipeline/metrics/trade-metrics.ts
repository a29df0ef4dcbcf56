import type { Registry } from 'prom-client';
import type { SourceReport } from './source-health.ts';
import { metricsIn } from '../../../api/http/metrics.ts';

/** Of a source that reads single trades of exchanges; others have none. */
export function tradeMetrics(registry: Registry): (report: SourceReport) => void {
  const { gauge } = metricsIn(registry);
  const ways = gauge(
    'tidemark_source_trade_feed',
    '1 for the way in which trades of the exchange come: socket, polled or none',
    'exchange',
    'way',
  );
  const trades = gauge(
    'tidemark_source_trades',
    'Trades of the exchange that came since the service has started, by outcome: delivered, late (delivered too), duplicate, dropped (too old, or too many at once) or refused',
    'exchange',
    'outcome',
  );
  const failures = gauge(
    'tidemark_source_trade_failures',
    'Polls and sockets for trades of the exchange that failed since the service has started, by kind of failure',
    'exchange',
    'kind',
  );
  return ({ exchanges }) => {
    for (const gauge of [ways, trades, failures]) gauge.reset();
    for (const { exchange, trades: counts } of exchanges) {
      if (!counts) continue;
      ways.set({ exchange, way: counts.way }, 1);
      for (const [outcome, count] of Object.entries(counts.byOutcome))
        trades.set({ exchange, outcome }, count);
      for (const [kind, count] of Object.entries(counts.byFailure)) failures.set({ exchange, kind }, count);
    }
  };
}
