import type { OnDamage } from '../../history/history-backend.ts';
import type { HistoryReader, HistoryStore } from '../../history/history-store.ts';
import type { InputStore, StoredInputReader } from '../../history/input-store.ts';
import type { Identity } from '../../app/directory/data-directory.ts';
import type { LogName, LogRecords } from './moved-logs.ts';
import type { AlertStore } from '../../alerts/store/alert-store.ts';
import type { MovedSecrets } from './moved-secrets.ts';

/** One end of a move: a data directory or a database, which no other process changes until `close`. */
export interface MovePlace {
  /** A path, or an address without user and password. */
  readonly name: string;
  /** Aborts when other processes may change the place from now on. */
  readonly lost: AbortSignal;
  /** Undefined if it holds no complete history. */
  identity(): Promise<Identity | undefined>;
  /** Rejects if there is no history. */
  openReader(onDamage: OnDamage): Promise<HistoryReader>;
  /** The caller closes it. */
  openInputs(): Promise<StoredInputReader>;
  readLog(name: LogName): Promise<LogRecords>;
  readSecrets(): Promise<MovedSecrets>;
  /** Undefined if the place has none, and nothing is moved to it. The caller closes it. */
  openAlerts(): Promise<AlertStore | undefined>;
  close(): Promise<void>;
}

/** The target of a move. */
export interface MoveTarget extends MovePlace {
  /** Describes content that no move has written; undefined if the place is empty or holds the result of an interrupted move. */
  foreignContent(): Promise<string | undefined>;
  /** The lines that moves have written with `note`. */
  notes(): Promise<readonly string[]>;
  /** Prepares the place for writing. Must be called before all methods below. The caller closes the history. */
  openWriter(): Promise<HistoryStore>;
  /** After `openWriter`. The caller closes it. */
  openInputWriter(): Promise<InputStore>;
  /** Durable when it resolves. */
  note(line: string): Promise<void>;
  /** Replaces the stored log. */
  writeLog(name: LogName, records: readonly Uint8Array[]): Promise<void>;
  /** Replaces the stored secrets. Resolves with descriptions of what this place cannot store. */
  writeSecrets(secrets: MovedSecrets): Promise<readonly string[]>;
  /** Marks the history as complete. */
  finish(identity: Identity): Promise<void>;
}

const DATABASE = /^(?:postgres(?:ql)?|credentials):/i;

/** Whether a text names a database, and not a data directory. */
export function isDatabaseAddress(text: string): boolean {
  return DATABASE.test(text);
}

/** Progress of a move, to show to the operator. */
export interface MoveStep {
  readonly work: 'move' | 'compare';
  /** Such as a day. */
  readonly what: string;
  readonly done: number;
  readonly all: number;
}

export type OnStep = (step: MoveStep) => void;
