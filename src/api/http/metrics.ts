import { Counter, Gauge, type Registry } from 'prom-client';

/** Adds metrics to a registry: each with its name, what it says, and its labels. */
export function metricsIn(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers }),
  };
}

/** The text of `registry.metrics()`, with one metric collected and written per turn of the event loop. */
export async function metricsText(registry: Registry, nextTurn: () => Promise<void>): Promise<string> {
  const texts: string[] = [];
  for (const { name } of registry.getMetricsAsArray()) {
    texts.push(await registry.getSingleMetricAsString(name));
    await nextTurn();
  }
  return `${texts.join('\n\n')}\n`;
}
