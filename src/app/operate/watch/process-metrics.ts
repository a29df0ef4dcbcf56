import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/** What runs, and how the process is doing. */
export function processMetrics(registry: Registry, version: string): void {
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: 'tidemark_build_info',
    help: 'Version of Tidemark and of the Node that runs it',
    labelNames: ['version', 'node'],
    registers: [registry],
  });
  // Always 1: what runs is in the labels.
  build.set({ version, node: process.version }, 1);
}
