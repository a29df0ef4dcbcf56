import { Registry } from 'prom-client';
import type { RunningRole } from './node.ts';

/** Metrics of a node: those of its process, and those of its current role, whose registry changes with each takeover. */
export class NodeRegistry extends Registry {
  readonly #process: Registry;
  readonly #role: Pick<RunningRole, 'registry'>;

  constructor(process: Registry, role: Pick<RunningRole, 'registry'>) {
    super();
    this.#process = process;
    this.#role = role;
  }

  override getMetricsAsArray(): ReturnType<Registry['getMetricsAsArray']> {
    return this.#registries().flatMap((registry) => registry.getMetricsAsArray());
  }

  /** Empty if a takeover has replaced the registry of the metric. */
  override async getSingleMetricAsString(name: string): Promise<string> {
    const registry = this.#registries().find((each) => each.getSingleMetric(name));
    return registry ? registry.getSingleMetricAsString(name) : '';
  }

  override metrics(): Promise<string> {
    return Registry.merge(this.#registries()).metrics();
  }

  #registries(): Registry[] {
    const { registry } = this.#role;
    return registry ? [this.#process, registry] : [this.#process];
  }
}
