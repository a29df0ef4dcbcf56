import { decrementCount } from '../../http/limits/fair-queue.ts';

/** Counts websocket connections of visitors of the public page by network. */
export class VisitorSessions {
  readonly #networks = new Map<object, string>();
  readonly #counts = new Map<string, number>();

  of(network: string): number {
    return this.#counts.get(network) ?? 0;
  }

  enter(session: object, network: string): void {
    this.#networks.set(session, network);
    this.#counts.set(network, this.of(network) + 1);
  }

  /** May be called for any session. */
  leave(session: object): void {
    const network = this.#networks.get(session);
    if (network === undefined) return;
    this.#networks.delete(session);
    decrementCount(this.#counts, network);
  }
}
