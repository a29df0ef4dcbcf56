import { mayBeOurs } from '../ports/poll-failure.ts';
import type { CycleOutcome } from './collector-events.ts';

/** With fewer exchanges, all of them must fail. */
const MIN_FOR_MAJORITY = 4;

/** An exchange whose readings indicate whether our own network works. */
export interface NetworkMember {
  /** Reports the result of a reading. */
  record(result: CycleOutcome): void;
  leave(): void;
}

/**
 * Detects that the network of this machine is down: most exchanges of this process fail for reasons that need not be
 * theirs, and none answers. It is back as soon as one of them answers.
 */
export class OwnNetwork {
  readonly #members = new Set<NetworkMember>();
  readonly #failing = new Set<NetworkMember>();
  /** Exchanges that refuse us or limit our rate: they were reached, so they say nothing about our network. */
  readonly #refusing = new Set<NetworkMember>();
  /** Exchanges whose last reading succeeded. */
  readonly #answering = new Set<NetworkMember>();
  readonly #onBack = new Set<() => void>();

  get isDown(): boolean {
    if (this.#answering.size > 0) return false;
    const [failing, all] = [this.#failing.size, this.#members.size - this.#refusing.size];
    return all >= MIN_FOR_MAJORITY ? failing > all / 2 : all > 1 && failing === all;
  }

  join(): NetworkMember {
    const member: NetworkMember = {
      record: (result) => this.#took(member, result),
      leave: () => {
        this.#members.delete(member);
        this.#forget(member);
      },
    };
    this.#members.add(member);
    return member;
  }

  /** Calls the listener when the network is back. Returns a function that unsubscribes. */
  onBack(listener: () => void): () => void {
    this.#onBack.add(listener);
    return () => void this.#onBack.delete(listener);
  }

  #took(member: NetworkMember, result: CycleOutcome): void {
    if (result.outcome !== 'read' && result.outcome !== 'failed') return;
    const wasDown = this.isDown;
    this.#forget(member);
    if (result.outcome === 'read') {
      this.#answering.add(member);
      if (wasDown) for (const listener of this.#onBack) listener();
    } else if (mayBeOurs(result.failure) && result.failure !== 'rate-limited') this.#failing.add(member);
    else this.#refusing.add(member);
  }

  #forget(member: NetworkMember): void {
    for (const members of [this.#failing, this.#refusing, this.#answering]) members.delete(member);
  }
}
