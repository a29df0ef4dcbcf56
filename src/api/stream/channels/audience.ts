import { decrementCount } from '../../http/limits/fair-queue.ts';
import type { Channel } from './channel.ts';
import type { Session } from '../session.ts';

/** The connected sessions by client, and the subscribed sessions by channel. */
export class SessionIndex {
  readonly #sessions = new Set<Session>();
  readonly #byClient = new Map<string, number>();
  readonly #byChannel = new Map<Channel, Set<Session>>();

  get sessions(): ReadonlySet<Session> {
    return this.#sessions;
  }

  get size(): number {
    return this.#sessions.size;
  }

  connectionsOf(clientId: string): number {
    return this.#byClient.get(clientId) ?? 0;
  }

  of(channel: Channel): Iterable<Session> {
    return this.#byChannel.get(channel) ?? [];
  }

  enter(session: Session): void {
    this.#sessions.add(session);
    this.#byClient.set(session.clientId, this.connectionsOf(session.clientId) + 1);
  }

  leave(session: Session): void {
    if (!this.#sessions.delete(session)) return;
    decrementCount(this.#byClient, session.clientId);
  }

  attend(session: Session, channel: Channel, attends: boolean): void {
    const sessions = this.#byChannel.get(channel) ?? new Set();
    this.#byChannel.set(channel, sessions);
    if (attends) sessions.add(session);
    else sessions.delete(session);
  }
}
