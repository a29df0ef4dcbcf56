import type { Session } from '../database.ts';

/** The last known state of a topic, so that restoring the database to an earlier moment does not undo revocations. */
export interface KnownState {
  /** Stamp of the newest state seen. */
  readonly stamp: string;
  /** JSON. */
  readonly facts: unknown;
}

/** Stores the known state of each topic on the node, independent of the database. */
export interface RevocationKeeper {
  known(topic: string): KnownState | undefined;
  keep(topic: string, state: KnownState): void;
  /** The database was restored to an earlier state, and the known revocations were applied again. `changes` describes them, without secrets. */
  revokedAgain(topic: string, changes: readonly string[]): void;
}

/** Restricts the content of a topic to its known state. Never makes anything less restricted. */
export interface Revocations<Content, Facts> {
  /** The facts to remember about the content; `before`: the facts of the previous content. */
  facts(content: Content, before: Facts | undefined): Facts;
  /** Restricts stored content that allows more than `facts`. Resolves with descriptions of the changes. */
  apply(session: Session, facts: Facts): Promise<readonly string[]>;
}
