import type { KeyStore } from '../../../auth/key-store.ts';
import type { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { existsSync } from '../../../disk/files.ts';
import { KeyFile } from '../../../auth/key-file.ts';
import { OperatorError } from '../../../core/errors.ts';
import { headText, type SignedHead } from '../../../core/integrity-head.ts';
import { DAY_MS, dayOfTick, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { ServerAddress } from '../../config/server-address.ts';
import { loadServer } from '../../directory/server-modules.ts';
import { readFailureOf } from '../../../disk/read-failure.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import { checkHeads, type CheckedHead, type HeadOrigin, type IntegrityKey } from './check-heads.ts';
import { readHeads } from './head-log.ts';
import { checkToken, type TokenVerdict } from './timestamp/check-token.ts';
import { keyOf, readTimestamps, type HeadTimestamp } from './timestamp/timestamp-log.ts';

const KEY_FILE = 'integrity-keys.json';
/** The head of a day is stored with the first tick of the next day, so it exists when the second tick is stored. */
const KEPT_AFTER_MS = 2 * SLOT_MS;

export interface HeadsToVerify {
  readonly folder: string;
  /** Set if the keys of heads are in a database. */
  readonly store?: ServerAddress | undefined;
  readonly history: Pick<HistoryReader, 'records'>;
  /** Opens the current history again, because a service may have continued meanwhile; the caller closes it. */
  readonly openAgain: () => Promise<Pick<HistoryReader, 'records' | 'close'>>;
  /** The oldest stored day, and the newest tick that `history` knows. */
  readonly oldest: Millis;
  readonly newest: Millis;
  /** Heads that a client has saved, and the keys that signed them; by default the keys of the directory. */
  readonly given: readonly SignedHead[];
  readonly givenKeys: readonly IntegrityKey[] | undefined;
  /** Trusted timestamp authorities; without any, timestamps are checked with the certificates that they contain. */
  readonly timestampAuthorities?: readonly X509Certificate[] | undefined;
}

/** The RFC 3161 token of a stored head. */
export interface CheckedTimestamp {
  readonly slot: Millis;
  readonly verdict: TokenVerdict;
}

export interface VerifiedHeads {
  readonly heads: readonly CheckedHead[];
  /** Complete days without a stored head, although other days have one. */
  readonly lackingHeads: readonly Millis[];
  readonly timestamps: readonly CheckedTimestamp[];
}

/**
 * Checks stored heads with the keys of the directory, and the given heads. `days` are the days with records,
 * up to `to`.
 */
export async function verifyHeads(
  parts: HeadsToVerify,
  days: readonly Millis[],
  to: Millis,
): Promise<VerifiedHeads> {
  const { folder, store, given, givenKeys } = parts;
  const heads = keptHeads(folder);
  const keys = await headKeys(folder, store);
  const kept = await checkAll(parts, heads ?? [], keys, 'kept');
  return {
    heads: [...kept, ...(await checkAll(parts, given, givenKeys ?? keys, 'given'))],
    lackingHeads: heads
      ? daysWithoutHead(days, heads, to, store !== undefined || existsSync(join(folder, KEY_FILE)))
      : [],
    timestamps: checkTimestamps(folder, heads ?? [], parts.timestampAuthorities),
  };
}

/** A token that belongs to no stored head is from another history. */
function checkTimestamps(
  folder: string,
  heads: readonly SignedHead[],
  authorities: readonly X509Certificate[] | undefined,
): CheckedTimestamp[] {
  const kept = new Set(heads.map(keyOf));
  return keptTimestamps(folder).map((each) => ({
    slot: each.slot,
    verdict: kept.has(keyOf(each))
      ? checkToken(Buffer.from(each.token, 'base64'), headText(each), authorities)
      : { isRight: false, because: 'it belongs to a head that is not stored' },
  }));
}

/** None if the log cannot be read, which is reported as damage. */
function keptTimestamps(folder: string): readonly HeadTimestamp[] {
  try {
    return readTimestamps(folder).timestamps;
  } catch (error) {
    if (error instanceof OperatorError || readFailureOf(error) !== undefined) return [];
    throw error;
  }
}

/** Undefined if the log or its count cannot be read, which is reported as damage. */
function keptHeads(folder: string): readonly SignedHead[] | undefined {
  try {
    return readHeads(folder).heads;
  } catch (error) {
    if (error instanceof OperatorError || readFailureOf(error) !== undefined) return undefined;
    throw error;
  }
}

/** Verification takes time: heads of ticks that were stored meanwhile are compared with the current history. */
async function checkAll(
  { history, openAgain, oldest, newest }: HeadsToVerify,
  heads: readonly SignedHead[],
  keys: readonly IntegrityKey[],
  origin: HeadOrigin,
): Promise<CheckedHead[]> {
  const known = heads.filter(({ slot }) => slot <= newest);
  const later = heads.filter(({ slot }) => slot > newest);
  const checked = await checkHeads(history, known, keys, oldest, origin);
  if (later.length === 0) return checked;
  const current = await openAgain();
  try {
    return [...checked, ...(await checkHeads(current, later, keys, oldest, origin))];
  } finally {
    await current.close();
  }
}

/** Whether the record chain begins at this tick: neither a record nor a stored head is earlier. */
export async function isBeginning(
  folder: string,
  history: Pick<HistoryReader, 'records'>,
  at: Millis,
): Promise<boolean> {
  for await (const _before of history.records(0, at - 1)) return false;
  return !(keptHeads(folder) ?? []).some(({ slot }) => slot < at);
}

/**
 * Complete days with records but without a head. Days before the first head do not count: an older version
 * stored no heads. `keepsHeads`: the directory has keys of heads, so if no head is stored, all days lack one.
 */
export function daysWithoutHead(
  days: readonly Millis[],
  heads: readonly SignedHead[],
  newest: Millis,
  keepsHeads: boolean,
): Millis[] {
  if (heads.length === 0 && !keepsHeads) return [];
  const withHead = new Set(heads.map(({ slot }) => dayOfTick(slot)));
  const first = heads.length === 0 ? -Infinity : Math.min(...withHead);
  return days.filter((day) => day >= first && !withHead.has(day) && day + DAY_MS + KEPT_AFTER_MS <= newest);
}

/** The public keys of a directory's heads; they are in the store if there is one. */
export async function headKeys(
  folder: string,
  store: ServerAddress | undefined,
): Promise<readonly IntegrityKey[]> {
  return keysOf(store ? (await loadServer(store)).headKeys(store.address) : new KeyFile(folder, KEY_FILE));
}

/** Empty if the key file cannot be used, which is reported as damage. */
async function keysOf(keys: Pick<KeyStore, 'read'>): Promise<readonly IntegrityKey[]> {
  try {
    const stored = await keys.read();
    return stored.map(({ kid, privateJwk: { kty, crv, x } }) => ({ kid, kty, crv, x }) as IntegrityKey);
  } catch (error) {
    if (error instanceof OperatorError) return [];
    throw error;
  }
}
