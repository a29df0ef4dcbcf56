import type { Session } from '../database.ts';

/** The last known state of a topic, so that restoring the database to an earlier moment does not undo revocations. */
export interface KnownTopicState {
  /** Stamp of the newest state seen. */
  readonly stamp: string;
  /** JSON. */
  readonly facts: unknown;
}

/** What the operator has to do if nodes may not. */
export const REVOKE_AGAIN =
  'run tidemark cluster revoke-again with the credentials of the operator and the data directories of all nodes';

/** Keeps what is known of each topic for as long as the node exists, whatever becomes of the database. */
export interface RevocationKeeper {
  known(topic: string): KnownTopicState | undefined;
  keep(topic: string, state: KnownTopicState): void;
  /** The database has gone back, and this process has no right to revoke anything in it. */
  mayNotRevoke?(topic: string): void;
  /** The database had gone back, and knows again what this process knew; `changes` in words, without a secret. */
  revokedAgain(topic: string, changes: readonly string[]): void;
}

/** Restricts the content of a topic to its known state. Never makes anything less restricted. */
export interface Revocations<Content, Facts> {
  /** The facts to remember about the content; `before`: the facts of the previous content. */
  facts(content: Content, before: Facts | undefined): Facts;
  /** Restricts stored content that allows more than `facts`. Resolves with descriptions of the changes. */
  apply(session: Session, facts: Facts): Promise<readonly string[]>;
}
