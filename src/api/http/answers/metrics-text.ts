import type { Registry } from 'prom-client';

/** The text of `registry.metrics()`, with one metric collected and written per turn of the event loop. */
export async function metricsText(registry: Registry, nextTurn: () => Promise<void>): Promise<string> {
  const texts: string[] = [];
  for (const { name } of registry.getMetricsAsArray()) {
    texts.push(await registry.getSingleMetricAsString(name));
    await nextTurn();
  }
  return `${texts.join('\n\n')}\n`;
}
