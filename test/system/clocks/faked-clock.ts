import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECOND_MS, type Millis } from '../../../src/core/time.ts';

const TRIPLETS: Readonly<Record<string, string>> = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };
const LIBRARY = `/usr/lib/${TRIPLETS[process.arch] ?? process.arch}/faketime/libfaketimeMT.so.1`;
/** A message sent just before a step may arrive after it. */
const ON_ITS_WAY_MS = 1500;

/** Environment of processes with a faked clock. Throws if libfaketime is not installed. */
export function fakedEnvironment(): Readonly<Record<string, string>> {
  if (!existsSync(LIBRARY)) throw new Error(`${LIBRARY} is missing: install the Debian package libfaketime`);
  return { LD_PRELOAD: LIBRARY, DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' };
}

/**
 * The clock of processes that are started with its environment, for all their threads. Debian's libfaketime gives them the
 * machine's time plus an offset read from a file; their monotonic clock is the machine's.
 */
export class FakedClock {
  readonly #path: string;
  #offset: Millis = 0;
  #before: Millis = 0;
  #steppedAt = -Infinity;
  readonly #aheadMs: Millis;

  /**
   * Shows `now` from this moment on. The folder belongs to the caller. `aheadMs`: how far this process's clock is ahead of the
   * machine's.
   */
  constructor(folder: string, now: Millis, aheadMs: Millis = 0) {
    fakedEnvironment();
    this.#path = join(folder, 'clock');
    this.#aheadMs = aheadMs;
    this.set(now);
    this.#steppedAt = -Infinity;
  }

  get environment(): Readonly<Record<string, string>> {
    return { ...fakedEnvironment(), FAKETIME_TIMESTAMP_FILE: this.#path, FAKETIME_NO_CACHE: '1' };
  }

  now(): Millis {
    return Date.now() + this.#offset;
  }

  /** The latest time that a process may have read when it sent a message that arrives now. */
  latest(): Millis {
    const before = performance.now() - this.#steppedAt < ON_ITS_WAY_MS ? this.#before : -Infinity;
    return Date.now() + Math.max(this.#offset, before);
  }

  set(now: Millis): void {
    this.step(now - this.now());
  }

  step(ms: Millis): void {
    this.#before = this.#offset;
    this.#offset += ms;
    this.#steppedAt = performance.now();
    const offset = this.#offset + this.#aheadMs;
    const seconds = (offset / SECOND_MS).toFixed(3);
    // Replaced atomically, so that no process reads a part of it.
    writeFileSync(`${this.#path}.next`, `${offset < 0 ? '' : '+'}${seconds}\n`);
    renameSync(`${this.#path}.next`, this.#path);
  }
}
