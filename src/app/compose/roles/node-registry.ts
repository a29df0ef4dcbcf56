import { Registry } from 'prom-client';
import type { RunningRole } from './node.ts';

/** Metrics of a node: those of its process, and those of what its role does at the moment, which are others after each takeover. */
export class NodeRegistry extends Registry {
  readonly #process: Registry;
  readonly #role: Pick<RunningRole, 'registry'>;

  constructor(process: Registry, role: Pick<RunningRole, 'registry'>) {
    super();
    this.#process = process;
    this.#role = role;
  }

  override metrics(): Promise<string> {
    const { registry } = this.#role;
    return (registry ? Registry.merge([this.#process, registry]) : this.#process).metrics();
  }
}
