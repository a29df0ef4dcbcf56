import { join } from 'node:path';
import { isObject } from '../../core/text/is-object.ts';
import { writeFileDurably } from '../../disk/durable-file.ts';
import { readSealed, sealJson } from '../../disk/sealed-json.ts';
import type { KnownState, RevocationKeeper } from '../postgres/secrets/revocations.ts';

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
  readonly #topics: Map<string, KnownState>;
  #isFailing = false;

  constructor(parts: KnownRevocationsParts) {
    this.#parts = parts;
    this.#path = join(parts.folder, REVOCATIONS_FILE);
    this.#topics = this.#read();
  }

  known(topic: string): KnownState | undefined {
    return this.#topics.get(topic);
  }

  keep(topic: string, state: KnownState): void {
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

  revokedAgain(topic: string, changes: readonly string[]): void {
    this.#parts.onRevokedAgain(topic, changes);
  }

  #read(): Map<string, KnownState> {
    const content = readSealed(this.#path, FORMAT);
    if (content === undefined) return new Map();
    const topics = content === 'damaged' ? undefined : content['topics'];
    if (isObject(topics)) return new Map(Object.entries(topics) as [string, KnownState][]);
    this.#parts.onProblem('is damaged: this node would not notice that the database was restored meanwhile');
    return new Map();
  }
}
