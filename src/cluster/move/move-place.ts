import type { OnDamage } from '../../history/history-backend.ts';
import type { HistoryReader, HistoryStore } from '../../history/history-store.ts';
import type { InputStore, StoredInputReader } from '../../history/input-store.ts';
import type { Identity } from '../../app/directory/data-directory.ts';
import type { LogName, LogRecords } from './moved-logs.ts';
import type { MovedSecrets } from './moved-secrets.ts';

/** One end of a move: a data directory or a database, which no other process changes until `close`. */
export interface MovePlace {
  /** A path, or an address without user and password. */
  readonly name: string;
  /** Aborts where others may change the place from now on. */
  readonly lost: AbortSignal;
  /** Undefined where it holds no whole history. */
  identity(): Promise<Identity | undefined>;
  /** Rejects where there is no history. */
  openReader(onDamage: OnDamage): Promise<HistoryReader>;
  /** The caller closes it. */
  openInputs(): Promise<StoredInputReader>;
  readLog(name: LogName): Promise<LogRecords>;
  readSecrets(): Promise<MovedSecrets>;
  close(): Promise<void>;
}

/** A place that is moved to. */
export interface MoveTarget extends MovePlace {
  /** What it holds that no move has brought, in words; undefined where it is empty, or holds what a move has left. */
  otherContent(): Promise<string | undefined>;
  /** What moves have noted in it. */
  notes(): Promise<readonly string[]>;
  /** Makes it ready to be written to; all below follows it. The caller closes the history. */
  openWriter(): Promise<HistoryStore>;
  /** After `openWriter`. The caller closes it. */
  openInputWriter(): Promise<InputStore>;
  /** Durable when it resolves. */
  note(line: string): Promise<void>;
  /** Replaces what is there. */
  writeLog(name: LogName, records: readonly Uint8Array[]): Promise<void>;
  /** Replaces what is there; resolves with what this place cannot hold, in words. */
  writeSecrets(secrets: MovedSecrets): Promise<readonly string[]>;
  /** From here on it holds a whole history. */
  finish(identity: Identity): Promise<void>;
}

const DATABASE = /^(?:postgres(?:ql)?|credentials):/i;

/** Whether a text names a database, and not a data directory. */
export function isDatabaseAddress(text: string): boolean {
  return DATABASE.test(text);
}

/** What is being done, and how far it is, for people who wait. */
export interface MoveStep {
  readonly work: 'move' | 'compare';
  /** Such as a day. */
  readonly what: string;
  readonly done: number;
  readonly all: number;
}

export type OnStep = (step: MoveStep) => void;
