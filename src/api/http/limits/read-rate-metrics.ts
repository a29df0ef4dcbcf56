import { Counter, type Registry } from 'prom-client';

/** Returns what counts a connection that was cut. */
export function slowReaderMetric(registry: Registry): () => void {
  const cut = new Counter({
    name: 'tidemark_slow_readers_cut_total',
    help: 'Connections that were cut because their client read a large answer too slowly',
    registers: [registry],
  });
  return () => cut.inc();
}
