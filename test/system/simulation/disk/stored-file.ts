import type { SeededRandom } from '../core/seeded-random.ts';
import { ByteImage } from './byte-image.ts';

type Change =
  | { readonly kind: 'write'; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'resize'; readonly size: number };

/** The unit in which a disk keeps or loses a write that was not synced. */
const SECTOR_BYTES = 512;

/** What a power cut leaves of writes that were not synced. */
export type Tearing = 'in order' | 'any';

/** A file with two contents: the one that processes see, and the one that is left after a power cut. */
export class StoredFile {
  readonly kind = 'file';
  readonly number: number;
  /** How many names it has. */
  links = 0;
  readonly #seen = new ByteImage();
  readonly #durable = new ByteImage();
  /** Changes that a power cut may undo, wholly or in part, each on its own. */
  #unsynced: Change[] = [];

  constructor(number: number) {
    this.number = number;
  }

  get size(): number {
    return this.#seen.size;
  }

  get isDirty(): boolean {
    return this.#unsynced.length > 0;
  }

  read(into: Uint8Array, offset: number): number {
    return this.#seen.read(into, offset);
  }

  all(): Buffer {
    return this.#seen.all();
  }

  write(bytes: Uint8Array, offset: number): void {
    this.#seen.write(bytes, offset);
    this.#unsynced.push({ kind: 'write', offset, bytes: Buffer.from(bytes) });
  }

  resize(size: number): void {
    if (size === this.#seen.size) return;
    this.#seen.resize(size);
    this.#unsynced.push({ kind: 'resize', size });
  }

  sync(): void {
    for (const change of this.#unsynced) this.#apply(change);
    this.#unsynced = [];
  }

  /** The disk failed: what was not written is given up, and a later sync does not write it, although processes see it. */
  failToSync(random: SeededRandom): void {
    for (const change of this.#unsynced) if (random.chance(0.5)) this.#apply(change);
    this.#unsynced = [];
  }

  /**
   * Of the changes that were not synced, `in order` leaves the first, the last of them cut off at a sector; `any` leaves all, nothing
   * or some sectors of each.
   */
  cutPower(random: SeededRandom, left: Tearing): void {
    if (left === 'in order') this.#leaveFirst(random);
    else this.#leaveAny(random);
    this.#unsynced = [];
    this.#seen.become(this.#durable);
  }

  #leaveFirst(random: SeededRandom): void {
    const whole = random.below(this.#unsynced.length + 1);
    for (const change of this.#unsynced.slice(0, whole)) this.#apply(change);
    const torn = this.#unsynced[whole];
    if (torn?.kind !== 'write') return;
    const end = Math.floor((torn.offset + random.below(torn.bytes.length + 1)) / SECTOR_BYTES) * SECTOR_BYTES;
    if (end > torn.offset) this.#durable.write(torn.bytes.subarray(0, end - torn.offset), torn.offset);
  }

  #leaveAny(random: SeededRandom): void {
    for (const change of this.#unsynced) {
      const fate = random.next();
      if (fate < 0.4) this.#apply(change);
      else if (fate < 0.7 && change.kind === 'write') this.#tear(change.bytes, change.offset, random);
    }
  }

  #apply(change: Change): void {
    if (change.kind === 'write') this.#durable.write(change.bytes, change.offset);
    else this.#durable.resize(change.size);
  }

  #tear(bytes: Buffer, offset: number, random: SeededRandom): void {
    if (random.chance(0.5)) this.#durable.resize(Math.max(this.#durable.size, offset + bytes.length));
    for (let at = 0; at < bytes.length;) {
      const end = Math.min(bytes.length, at + SECTOR_BYTES - ((offset + at) % SECTOR_BYTES));
      if (random.chance(0.5)) this.#durable.write(bytes.subarray(at, end), offset + at);
      at = end;
    }
  }
}
