import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { mkdirSync } from '../../disk/files.ts';
import { HistoryRewrittenError, Pins, type IntegrityKey, type Pin } from '../../../sdk/src/verify/index.ts';
import { OperatorError } from '../../core/errors.ts';
import { isObject } from '../../core/text/is-object.ts';
import { PRIVATE_FOLDER_MODE, readFileIfExists, writeFileDurably } from '../../disk/durable-file.ts';
import { userFolder } from '../client/profiles.ts';

/** What a service has shown before. */
export interface Seen {
  readonly pins: Pins;
  /** The keys that it had published; empty at first. */
  readonly keys: readonly IntegrityKey[];
}

/**
 * Stores what services have shown of their history, one file each next to the profiles, to compare with it
 * later.
 */
export class PinStore {
  readonly #path: string;
  readonly #folder: string;
  readonly #url: string;

  constructor(url: string, folder = userFolder()) {
    const { host, pathname } = new URL(url);
    const name = `${host}${pathname}`.replace(/[^A-Za-z0-9.-]+/g, '_').replace(/_+$/, '');
    const tail = createHash('sha256').update(url).digest('hex').slice(0, 8);
    this.#url = url;
    this.#folder = join(folder, 'pins');
    this.#path = join(this.#folder, `${name}-${tail}.json`);
  }

  static empty(): Seen {
    return { pins: new Pins(), keys: [] };
  }

  get path(): string {
    return this.#path;
  }

  read(): Seen {
    let text: string | undefined;
    try {
      text = readFileIfExists(this.#path);
    } catch (error) {
      throw new OperatorError(`${this.#path} cannot be read: ${(error as Error).message}`);
    }
    if (text === undefined) return PinStore.empty();
    const stored = parsed(text);
    if (stored?.url !== this.#url)
      throw new OperatorError(
        `${this.#path} does not hold the stored state of ${this.#url}: move it away, or use --forget`,
      );
    return { pins: this.#pinsOf(stored.pins), keys: this.#keysOf(stored.keys) };
  }

  /**
   * A file with two records of one tick was changed by hand or by two programs: that is not a fault of the
   * service.
   */
  #pinsOf(kept: readonly Pin[]): Pins {
    try {
      return new Pins(kept);
    } catch (error) {
      if (!(error instanceof HistoryRewrittenError)) throw error;
      throw this.#contradicts(`it holds two records of the tick ${error.shown.slot}`);
    }
  }

  #keysOf(kept: readonly IntegrityKey[]): readonly IntegrityKey[] {
    const twice = kept.find(({ kid, x }) => kept.some((other) => other.kid === kid && other.x !== x));
    if (twice) throw this.#contradicts(`it holds two keys with the id ${twice.kid}`);
    return kept;
  }

  #contradicts(how: string): OperatorError {
    return new OperatorError(
      `${this.#path} contradicts itself: ${how}. Nothing can be checked against it: move it away, or use --forget`,
    );
  }

  write({ pins, keys }: Seen): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
      writeFileDurably(this.#path, `${JSON.stringify({ url: this.#url, keys, pins })}\n`);
    } catch (error) {
      throw new OperatorError(`${this.#path} cannot be written: ${(error as Error).message}`);
    }
  }
}

function parsed(
  text: string,
):
  | { readonly url: unknown; readonly pins: readonly Pin[]; readonly keys: readonly IntegrityKey[] }
  | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (!isObject(value)) return undefined;
  const { url, pins, keys } = value;
  const holds = (list: unknown, ...names: readonly string[]) =>
    Array.isArray(list) &&
    list.every((each) => isObject(each) && names.every((name) => typeof each[name] === 'string'));
  if (!holds(pins, 'slot', 'recordHash') || !holds(keys, 'kid', 'x')) return undefined;
  return { url, pins: pins as Pin[], keys: keys as IntegrityKey[] };
}
