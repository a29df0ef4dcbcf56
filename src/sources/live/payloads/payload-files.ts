import { hash } from 'node:crypto';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PAYLOADS_FOLDER } from '../../../core/payloads-folder.ts';
import { HOUR_MS, type Millis } from '../../../core/time.ts';
import { readBytesIfExists, readFileIfExists } from '../../../disk/durable-file.ts';
import { readFacts } from '../understand/live-log.ts';

/** In the folder of each exchange, with one line per reading. */
export const READINGS_FILE = 'readings.jsonl';
export const PAYLOAD_FORMAT = 1;

export interface StoredResponse {
  /** Without parameters that may be secret. */
  readonly url: string;
  /** Of the decompressed text. */
  readonly sha256: string;
  readonly bytes: number;
}

/** One successful reading of an exchange. */
export interface StoredReading {
  readonly format: number;
  /** When the last response was read, by the clock of the machine that collects. */
  readonly at: Millis;
  readonly responses: StoredResponse[];
}

/** Stored replies of a data directory. */
export interface StoredPayloads {
  readonly folder: string;
  /** Name of an exchange in settings, by its id. */
  readonly keys: ReadonlyMap<string, string>;
}

/** Works while the directory is in use. */
export function storedPayloads(data: string): StoredPayloads {
  const exchanges = readFacts(data).filter((fact) => fact.kind === 'exchange');
  return {
    folder: join(data, PAYLOADS_FOLDER),
    keys: new Map(exchanges.map(({ id, key }) => [id, key])),
  };
}

const HOUR_NAME_LENGTH = 'YYYY-MM-DDTHH'.length;

/** `2026-11-18T13`, UTC. */
export function hourFolder(at: Millis): string {
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, HOUR_NAME_LENGTH);
}

export function hourOfFolder(name: string): Millis | undefined {
  const hour = /^\d{4}-\d{2}-\d{2}T\d{2}$/.test(name) ? Date.parse(`${name}:00Z`) : Number.NaN;
  return Number.isNaN(hour) ? undefined : hour;
}

export function exchangeFolder(folder: string, at: Millis, exchange: string): string {
  return join(folder, hourFolder(at), exchange);
}

export function payloadFile(place: string, sha256: string): string {
  return join(place, `${sha256}.gz`);
}

/** Readings of an exchange up to an instant, from its hour and the hour before, newest first. */
export function readingsBefore(folder: string, exchange: string, at: Millis): StoredReading[] {
  return [at, at - HOUR_MS]
    .flatMap((hour) => readingsIn(exchangeFolder(folder, hour, exchange)).toReversed())
    .filter((reading) => reading.at <= at);
}

/** Text of a stored reply; `missing` or `damaged` if it cannot be shown. */
export function payloadText(
  folder: string,
  exchange: string,
  { at }: StoredReading,
  { sha256 }: StoredResponse,
): { readonly text: string } | 'missing' | 'damaged' {
  const path = payloadFile(exchangeFolder(folder, at, exchange), sha256);
  const text = storedText(path, sha256);
  if (text !== undefined) return { text };
  return readBytesIfExists(path) ? 'damaged' : 'missing';
}

/** Undefined if there is no such file, or its content does not match its name. */
export function storedText(path: string, sha256: string): string | undefined {
  const bytes = readBytesIfExists(path);
  const text = bytes && unpacked(bytes);
  return text !== undefined && hash('sha256', text) === sha256 ? text : undefined;
}

function unpacked(bytes: Buffer): string | undefined {
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) return undefined;
    throw error;
  }
}

/** Skips a line that was cut off by a crash or is damaged. */
function readingsIn(place: string): StoredReading[] {
  const lines = readFileIfExists(join(place, READINGS_FILE))?.split('\n') ?? [];
  return lines.flatMap((line) => {
    const reading = parsed(line);
    return reading ? [reading] : [];
  });
}

function parsed(line: string): StoredReading | undefined {
  try {
    const reading = JSON.parse(line) as Partial<StoredReading> | null;
    const isKnown =
      reading?.format === PAYLOAD_FORMAT && isInstant(reading.at) && Array.isArray(reading.responses);
    return isKnown && reading.responses!.every(isResponse) ? (reading as StoredReading) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const MAX_INSTANT: Millis = 8.64e15;

function isInstant(at: unknown): boolean {
  return typeof at === 'number' && at >= 0 && at <= MAX_INSTANT;
}

function isResponse(entry: unknown): boolean {
  const { url, sha256 } = (entry ?? {}) as Partial<Record<keyof StoredResponse, unknown>>;
  return typeof url === 'string' && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
}
