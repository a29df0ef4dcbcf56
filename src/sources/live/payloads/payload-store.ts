import { hash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Clock } from '../../../core/clocks/clock.ts';
import { HOUR_MS, type Millis } from '../../../core/time.ts';
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../../../disk/durable-file.ts';
import { mkdir, open, readdir, rm } from '../../../disk/files.ts';
import { freeBytesOn } from '../../../disk/free-bytes.ts';
import type { CollectorEvent } from '../collect/collector-events.ts';
import type { ExchangeRequests } from '../http/exchange-http.ts';
import {
  PAYLOAD_FORMAT,
  exchangeFolder,
  hourFolder,
  hourOfFolder,
  storedText,
  payloadFile,
  READINGS_FILE,
  type StoredReading,
} from './payload-files.ts';

export interface PayloadStoreOptions {
  readonly folder: string;
  readonly keepMs: Millis;
  readonly clock: Pick<Clock, 'now'>;
  /** Called with the reason when replies cannot be stored. */
  readonly onProblem: (reason: string) => void;
  readonly freeBytes?: (folder: string) => number;
}

interface Response {
  readonly url: string;
  readonly text: string;
}

const MIB = 2 ** 20;
/** Storing replies stops first when the disk fills up: history and recorded inputs need the rest. */
const DISK_RESERVE_BYTES = 1024 * MIB;
/** Limit for replies that wait for the end of their reading, or for a slow disk. */
const MAX_WAITING_CHARACTERS = 64 * MIB;
/** Compressed size per exchange, so that one cannot fill the disk. */
const MAX_HOUR_BYTES = 256 * MIB;
const SECRET_PARAMETER = /key|sig|token|secret|pass|nonce|auth|uid/i;

const compress = promisify(gzip);

/**
 * Stores the replies of exchanges, so that a disputed value can be traced to the original bytes: the replies of each
 * successful reading, gzipped and named by their SHA-256, in one folder per hour and exchange. Nothing waits for it: a
 * reading counts whether or not its replies could be stored.
 */
export class PayloadStore {
  readonly #options: PayloadStoreOptions;
  readonly #held = new Map<string, Response[]>();
  #writing: Promise<void> = Promise.resolve();
  #waitingCharacters = 0;
  /** Bytes written in this hour, by exchange. */
  #hourBytes = new Map<string, number>();
  #hour = Number.NaN;
  readonly #reported = new Map<string, string>();

  constructor(options: PayloadStoreOptions) {
    this.#options = options;
  }

  /** Wraps a client; its replies are held until the reading ends. */
  watch(exchange: string, requests: ExchangeRequests): ExchangeRequests {
    return {
      gateway: requests.gateway,
      send: async (url, what, signal) => {
        const answer = await requests.send(url, what, signal);
        this.#hold(exchange, { url: withoutSecrets(url), text: answer.text });
        return answer;
      },
    };
  }

  /** Stores the held replies if the reading succeeded, and drops them if it failed. */
  take(event: CollectorEvent): void {
    if (event.kind !== 'tickers' && event.kind !== 'cycle') return;
    const responses = this.#held.get(event.exchange) ?? [];
    this.#held.delete(event.exchange);
    if (event.kind === 'tickers' && responses.length > 0) this.#queue(event.exchange, responses);
  }

  /** Resolves when everything so far is written. */
  close(): Promise<void> {
    return this.#writing;
  }

  #hold(exchange: string, response: Response): void {
    const held = this.#held.get(exchange) ?? [];
    const characters = held.reduce((sum, { text }) => sum + text.length, response.text.length);
    if (characters > MAX_WAITING_CHARACTERS) return this.#report(`${exchange} sends too much`);
    this.#held.set(exchange, [...held, response]);
  }

  #queue(exchange: string, responses: readonly Response[]): void {
    const characters = responses.reduce((sum, { text }) => sum + text.length, 0);
    if (this.#waitingCharacters + characters > MAX_WAITING_CHARACTERS)
      return this.#report('the disk is too slow');
    const at = this.#options.clock.now();
    this.#waitingCharacters += characters;
    this.#writing = this.#writing
      .then(() => this.#write(exchange, at, responses))
      .catch((error: unknown) => this.#report(codeOf(error)))
      .finally(() => (this.#waitingCharacters -= characters));
  }

  async #write(exchange: string, at: Millis, responses: readonly Response[]): Promise<void> {
    const { folder, freeBytes = freeBytesOn } = this.#options;
    await this.#dropExpired(at);
    const place = exchangeFolder(folder, at, exchange);
    await mkdir(place, { recursive: true, mode: PRIVATE_FOLDER_MODE });
    if (freeBytes(folder) < DISK_RESERVE_BYTES) return this.#report('less than 1 GiB is left on the disk');
    const reading: StoredReading = { format: PAYLOAD_FORMAT, at, responses: [] };
    for (const { url, text } of responses) {
      const sha256 = hash('sha256', text);
      if (!(await this.#keep(exchange, place, sha256, text))) return;
      reading.responses.push({ url, sha256, bytes: Buffer.byteLength(text) });
    }
    await appendLine(join(place, READINGS_FILE), JSON.stringify(reading));
  }

  /** Writes a reply; false if the exchange has sent too much in this hour. */
  async #keep(exchange: string, place: string, sha256: string, text: string): Promise<boolean> {
    const used = this.#hourBytes.get(exchange) ?? 0;
    if (used > MAX_HOUR_BYTES) {
      this.#report(`${exchange} sends more than ${MAX_HOUR_BYTES / MIB} MiB an hour`);
      return false;
    }
    this.#hourBytes.set(exchange, used + (await writePayload(payloadFile(place, sha256), sha256, text)));
    return true;
  }

  /** Reports each reason once an hour, because a full disk would be reported with every reading. */
  #report(reason: string): void {
    const hour = hourFolder(this.#options.clock.now());
    if (this.#reported.get(reason) === hour) return;
    this.#reported.set(reason, hour);
    this.#options.onProblem(reason);
  }

  /** A clock that jumps ahead deletes nothing: an hour is deleted only if enough newer hours exist. */
  async #dropExpired(at: Millis): Promise<void> {
    const { folder, keepMs } = this.#options;
    if (hourFolder(at) === hourFolder(this.#hour)) return;
    this.#hour = at;
    this.#hourBytes = new Map();
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
    const hours = (await readdir(folder))
      .map(hourOfFolder)
      .filter((hour) => hour !== undefined)
      .toSorted((a, b) => a - b);
    const newer = Math.ceil(keepMs / HOUR_MS);
    for (const hour of hours.slice(0, Math.max(0, hours.length - newer)))
      if (hour + HOUR_MS <= at - keepMs)
        await rm(join(folder, hourFolder(hour)), { recursive: true, force: true });
  }
}

/**
 * Writes the same content once an hour, and again if a crash or a full disk cut its file off. Returns the number of
 * bytes written.
 */
async function writePayload(path: string, sha256: string, text: string): Promise<number> {
  if (storedText(path, sha256) !== undefined) return 0;
  const bytes = await compress(text);
  try {
    const file = await open(path, 'w', PRIVATE_FILE_MODE);
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
  return bytes.length;
}

async function appendLine(path: string, line: string): Promise<void> {
  const file = await open(path, 'a', PRIVATE_FILE_MODE);
  try {
    await file.writeFile(`${line}\n`);
  } finally {
    await file.close();
  }
}

/** API keys are for market data only and mostly sent in headers; a key in an address is removed. */
function withoutSecrets(address: string): string {
  const url = new URL(address);
  const secret = Array.from(url.searchParams.keys()).filter((name) => SECRET_PARAMETER.test(name));
  for (const name of secret) url.searchParams.delete(name);
  url.username = '';
  url.password = '';
  return url.href;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'a failure of the disk';
}
