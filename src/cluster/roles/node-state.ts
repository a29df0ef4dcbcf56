import type { Clock } from '../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { NodeIdentity } from '../../app/directory/node-file.ts';
import type { RunningNode } from '../../app/operate/status/node-status.ts';
import type { RunningRole } from './node.ts';

/** Identity and progress of one node, for `tidemark status` of that node. */
export class NodeState {
  readonly #identity: NodeIdentity;
  readonly #name: string;
  readonly #clock: Clock;
  readonly #began: Millis;
  #step: () => string = () => 'opening the data directory';
  #role: Pick<RunningRole, 'missing' | 'describe'> | undefined;

  /** `name`: name of the node within the cluster. */
  constructor(identity: NodeIdentity, name: string, clock: Clock) {
    this.#identity = identity;
    this.#name = name;
    this.#clock = clock;
    this.#began = clock.monotonic();
  }

  /** Describes what the node does or waits for, until it is open. */
  get step(): string {
    return this.#step();
  }

  setStep(step: () => string): void {
    this.#step = step;
  }

  /** The node is open and works. */
  setOpen(role: Pick<RunningRole, 'missing' | 'describe'>): void {
    this.#role = role;
  }

  /** What the role of an open node lacks to work. */
  get missing(): readonly string[] {
    return this.#role?.missing() ?? [];
  }

  status(): RunningNode {
    const seconds = Math.round((this.#clock.monotonic() - this.#began) / SECOND_MS);
    const role = this.#role;
    return {
      ...this.#identity,
      name: this.#name,
      pid: process.pid,
      seconds,
      ...(role ? { missing: role.missing(), work: role.describe() } : { step: this.step, missing: [] }),
    };
  }
}
