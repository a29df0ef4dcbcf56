import type { Session } from '../database.ts';

/** What a process knows of a topic, so that a database which was restored to an earlier moment does not make revoked things good again. */
export interface KnownState {
  /** Of the newest state that was seen. */
  readonly stamp: string;
  /** JSON. */
  readonly facts: unknown;
}

/** What the operator has to do if nodes may not. */
export const REVOKE_AGAIN =
  'run tidemark cluster revoke-again with the credentials of the operator and the data directories of all nodes';

/** Keeps what is known of each topic for as long as the node exists, whatever becomes of the database. */
export interface RevocationKeeper {
  known(topic: string): KnownState | undefined;
  keep(topic: string, state: KnownState): void;
  /** The database has gone back, and this process has no right to revoke anything in it. */
  mayNotRevoke?(topic: string): void;
  /** The database had gone back, and knows again what this process knew; `changes` in words, without a secret. */
  revokedAgain(topic: string, changes: readonly string[]): void;
}

/** How the content of a topic is narrowed to what was known of it. What is narrower is never made wider. */
export interface Revocations<Content, Facts> {
  /** What is to be known of content from now on; `before`: what was known of the content before it. */
  facts(content: Content, before: Facts | undefined): Facts;
  /** Changes what is stored where more is good in it than `facts` allow; resolves with what was changed, in words. */
  apply(session: Session, facts: Facts): Promise<readonly string[]>;
}
