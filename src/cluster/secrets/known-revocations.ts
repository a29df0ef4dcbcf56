import { join } from 'node:path';
import { isObject } from '../../core/text/is-object.ts';
import { writeFileDurably } from '../../disk/durable-file.ts';
import { readSealed, sealJson } from '../../disk/sealed-json.ts';
import {
  REVOKE_AGAIN,
  type KnownTopicState,
  type RevocationKeeper,
} from '../postgres/secrets/revocations.ts';

export const REVOCATIONS_FILE = 'revocations.json';
const FORMAT = 1;

export interface KnownRevocationsParts {
  /** The data directory of the node. */
  readonly folder: string;
  /** The database was restored, and known revocations were applied again. `changes` describes them, without secrets. */
  readonly onRevokedAgain: (topic: string, changes: readonly string[]) => void;
  /** The file cannot be read or written. Called once until it works again. */
  readonly onProblem: (problem: string) => void;
}

/** `revocations.json`: the last known state of clients, tokens and keys in the database. It contains no secrets. */
export class KnownRevocations implements RevocationKeeper {
  readonly #parts: KnownRevocationsParts;
  readonly #path: string;
  readonly #topics: Map<string, KnownTopicState>;
  readonly #refused = new Set<string>();
  #isFailing = false;

  constructor(parts: KnownRevocationsParts) {
    this.#parts = parts;
    this.#path = join(parts.folder, REVOCATIONS_FILE);
    this.#topics = this.#read();
  }

  /** Nothing was ever known, or the file is gone. */
  get isEmpty(): boolean {
    return this.#topics.size === 0;
  }

  known(topic: string): KnownTopicState | undefined {
    return this.#topics.get(topic);
  }

  keep(topic: string, state: KnownTopicState): void {
    const before = this.#topics.get(topic);
    this.#topics.set(topic, state);
    if (!this.#isFailing && before?.stamp === state.stamp) return;
    try {
      writeFileDurably(this.#path, sealJson({ format: FORMAT, topics: Object.fromEntries(this.#topics) }));
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#parts.onProblem(`cannot be written: ${(error as Error).message}`);
      this.#isFailing = true;
    }
  }

  mayNotRevoke(topic: string): void {
    if (this.#refused.has(topic)) return;
    this.#refused.add(topic);
    this.#parts.onProblem(`knows of revocations that the restored database does not have: ${REVOKE_AGAIN}`);
  }

  revokedAgain(topic: string, changes: readonly string[]): void {
    this.#parts.onRevokedAgain(topic, changes);
  }

  #read(): Map<string, KnownTopicState> {
    const content = readSealed(this.#path, FORMAT);
    if (content === undefined) return new Map();
    const topics = content === 'damaged' ? undefined : content['topics'];
    if (isObject(topics)) return new Map(Object.entries(topics) as [string, KnownTopicState][]);
    this.#parts.onProblem('is damaged: this node would not notice that the database was restored meanwhile');
    return new Map();
  }
}
