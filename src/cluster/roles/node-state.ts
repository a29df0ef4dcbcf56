import type { Clock } from '../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { NodeIdentity } from '../../app/directory/node-file.ts';
import type { RunningNode } from '../../app/operate/status/node-status.ts';
import type { RunningRole } from './node.ts';

/** What a node is and how far it has come, for the operator who asks this one and not the service. */
export class NodeState {
  readonly #identity: NodeIdentity;
  readonly #name: string;
  readonly #clock: Clock;
  readonly #began: Millis;
  #step: () => string = () => 'opening the data directory';
  #role: Pick<RunningRole, 'missing' | 'describe'> | undefined;

  /** `name`: that of the node among the others. */
  constructor(identity: NodeIdentity, name: string, clock: Clock) {
    this.#identity = identity;
    this.#name = name;
    this.#clock = clock;
    this.#began = clock.monotonic();
  }

  /** In words: what it does or waits for, until it is open. */
  get step(): string {
    return this.#step();
  }

  reached(step: () => string): void {
    this.#step = step;
  }

  /** From now on it does its work. */
  opened(role: Pick<RunningRole, 'missing' | 'describe'>): void {
    this.#role = role;
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
