import type { Registry } from 'prom-client';
import { metricsIn } from '../metrics.ts';

/** Returns what counts a connection that was cut. */
export function slowReaderMetric(registry: Registry): () => void {
  const { counter } = metricsIn(registry);
  const cut = counter(
    'tidemark_slow_readers_cut_total',
    'Connections that were cut because their client read a large answer too slowly',
  );
  return () => cut.inc();
}
