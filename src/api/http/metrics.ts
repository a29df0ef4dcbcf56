import { Counter, Gauge, type Registry } from 'prom-client';

/** Adds metrics with name, help text and labels to a registry. */
export function metricsIn(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers }),
    /** A gauge that is read at each scrape. It is absent while the value is unknown. */
    observed: (name: string, help: string, read: () => number | undefined) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          const value = read();
          if (value === undefined) this.remove();
          else this.set(value);
        },
      }),
    /** The same with a label: one number per label value. */
    observedBy: (name: string, help: string, label: string, read: () => Readonly<Record<string, number>>) =>
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          for (const [key, value] of Object.entries(read())) this.set({ [label]: key }, value);
        },
      }),
    /** A counter by one label, whose counts are kept elsewhere. */
    counted: (name: string, help: string, label: string, counts: ReadonlyMap<string, number>) =>
      new Counter({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset();
          for (const [key, count] of counts) this.inc({ [label]: key }, count);
        },
      }),
  };
}

/** The text of `registry.metrics()`, collecting and writing one metric per turn of the event loop. */
export async function metricsText(registry: Registry, nextTurn: () => Promise<void>): Promise<string> {
  const texts: string[] = [];
  for (const { name } of registry.getMetricsAsArray()) {
    texts.push(await registry.getSingleMetricAsString(name));
    await nextTurn();
  }
  return `${texts.join('\n\n')}\n`;
}
