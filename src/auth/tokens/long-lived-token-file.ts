import { join } from 'node:path';
import { isScope } from '../../contract/scopes.ts';
import { OperatorError } from '../../core/errors.ts';
import { Listeners } from '../../core/async/listeners.ts';
import type { Millis } from '../../core/time.ts';
import { readFileIfExists } from '../../disk/durable-file.ts';
import { rejectNewerFormat } from '../../disk/file-format.ts';
import { sealJson, unsealJson } from '../../disk/sealed-json.ts';
import { isAudienceKind } from '../audiences.ts';
import { OwnedFile } from '../owned-file.ts';
import {
  withLastUse,
  type LongLivedToken,
  type LongLivedTokenStore,
  type UrlTokenLimits,
} from './long-lived-token.ts';

export const LONG_LIVED_TOKENS_FILE = 'long-lived-tokens.json';
const FORMAT = 1;
const ADVICE = 'restore it from a backup, or move it away: all long-lived tokens then become invalid';

/** `long-lived-tokens.json`, mode 0600, with a checksum, created with the first token. Only the owner changes it. */
export class LongLivedTokenFile implements LongLivedTokenStore {
  readonly #file: OwnedFile;
  readonly #listeners = new Listeners<readonly LongLivedToken[]>();
  /** Whether the file did not exist at the last read and the owner has not created it since. */
  #isAbsent = false;

  constructor(folder: string) {
    this.#file = new OwnedFile(join(folder, LONG_LIVED_TOKENS_FILE));
  }

  /** Describes how the file was changed from outside since the owner last read or wrote it; undefined if it was not. */
  get problem(): string | undefined {
    const { path, change } = this.#file;
    if (change === undefined && !(this.#isAbsent && readFileIfExists(path) !== undefined)) return undefined;
    const what = change === 'missing' ? 'is missing' : 'was changed or put back outside tidemark';
    return (
      `${path} ${what}: the running service keeps using the tokens it has loaded. Restore the newest file from a ` +
      'backup, or restart the service to use the file as it is'
    );
  }

  async read(): Promise<readonly LongLivedToken[]> {
    return this.#read();
  }

  /** Throws if the file was changed from outside, and never overwrites it then: it may have lost a revocation. */
  async change(change: (stored: readonly LongLivedToken[]) => readonly LongLivedToken[]): Promise<void> {
    const { problem } = this;
    if (problem !== undefined) throw new OperatorError(`nothing was changed: ${problem}`);
    const stored = this.#read();
    const changed = change(stored);
    if (changed === stored) return;
    const before = new Map(stored.map((token) => [token.id, token]));
    const tokens = changed.map((token) => withLastUse(token, before.get(token.id)?.lastUsedAt));
    this.#file.write(sealJson({ format: FORMAT, tokens }));
    this.#isAbsent = false;
    this.#listeners.notify(tokens);
  }

  saveUses(used: ReadonlyMap<string, Millis>): Promise<void> {
    return this.change((stored) => stored.map((token) => withLastUse(token, used.get(token.id))));
  }

  /** Always empty: no other process uses the file. */
  async usesInOtherProcesses(): Promise<ReadonlyMap<string, Millis>> {
    return new Map();
  }

  onChange(listener: (tokens: readonly LongLivedToken[]) => void): () => void {
    return this.#listeners.add(listener);
  }

  #read(): readonly LongLivedToken[] {
    const text = this.#file.read();
    this.#isAbsent = text === undefined;
    return text === undefined ? [] : tokensIn(text, this.#file.path);
  }
}

function tokensIn(text: string, path: string): readonly LongLivedToken[] {
  const unsealed = unsealJson(text);
  if (unsealed.state === 'unreadable') throw new OperatorError(`${path} ${unsealed.problem}: ${ADVICE}`);
  const { format, tokens } = unsealed.content;
  rejectNewerFormat(path, format, FORMAT);
  if (unsealed.state !== 'sound')
    throw new OperatorError(`${path} does not match its checksum, so it is damaged: ${ADVICE}`);
  if (format !== FORMAT || !Array.isArray(tokens) || !tokens.every(isStored))
    throw new OperatorError(`${path} is damaged: ${ADVICE}`);
  return tokens as LongLivedToken[];
}

function isStored(token: Partial<LongLivedToken> | null): token is LongLivedToken {
  const { id, clientId, audiences, scopes, kid, hash, issuedAt, expiresAt, revokedAt, lastUsedAt, url } =
    token ?? {};
  return (
    [id, clientId, kid, hash].every((text) => typeof text === 'string') &&
    [issuedAt, expiresAt, revokedAt ?? 0, lastUsedAt ?? 0].every(Number.isSafeInteger) &&
    Array.isArray(audiences) &&
    audiences.every(isAudienceKind) &&
    Array.isArray(scopes) &&
    scopes.every((scope) => typeof scope === 'string' && isScope(scope)) &&
    (url === undefined || areLimits(url))
  );
}

function areLimits(url: Partial<UrlTokenLimits> | null): boolean {
  const { perMinute, names = [] } = url ?? {};
  return (
    Number.isSafeInteger(perMinute) &&
    Array.isArray(names) &&
    names.every((name: unknown) => typeof name === 'string')
  );
}
