import { collectDefaultMetrics, type Registry } from 'prom-client';
import { metricsIn } from '../../../api/http/metrics.ts';

export function processMetrics(registry: Registry, version: string): void {
  collectDefaultMetrics({ register: registry });
  const { gauge } = metricsIn(registry);
  const build = gauge(
    'tidemark_build_info',
    'Version of Tidemark and of the Node that runs it',
    'version',
    'node',
  );
  // Always 1: the labels carry the information.
  build.set({ version, node: process.version }, 1);
}
