import { rmSync } from '../../disk/files.ts';
import { HOUR_MS, hourOfTick, type Millis } from '../../core/time.ts';
import type { DropReason, InputEvent, InputFrame, InputStore, RecordOutcome } from '../input-store.ts';
import type { DiskSpace, Shortage } from './disk-space.ts';
import { FrameEncoder } from './frame-codec.ts';
import { DISK, HourFile, type FileWriter } from './hour-file.ts';
import type { HeldHours } from './held-hours.ts';
import { InputFolder } from './input-folder.ts';
import { sealFrame, type SealedFrame } from './sealed-frame.ts';

export interface FileInputOptions {
  readonly folder: string;
  /** Hours that ended this long before the newest tick are unlinked, provided that enough newer hours are stored. */
  readonly keepMs: Millis;
  readonly space: DiskSpace;
  /** Hours that must not be dropped, neither for their age nor to make space. */
  readonly held?: Pick<HeldHours, 'has'> | undefined;
  readonly onEvent: (event: InputEvent) => void;
  readonly disk?: FileWriter;
}

/** Frames per key frame. A receipt decodes half as many on average. */
export const FRAMES_PER_KEY = 20;

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

/** Inputs in hourly files. Each tick is appended and synced. Only the last frame is in memory. */
export class FileInputStore implements InputStore {
  readonly #options: FileInputOptions;
  readonly #folder: InputFolder;
  readonly #encoder = new FrameEncoder();
  #hour = Number.NaN;
  #file: HourFile | undefined;
  /** The number of frames since the last key frame, including it; 0 if the next must be a key frame. */
  #run = 0;
  #lastChecksum = 0;

  private constructor(options: FileInputOptions) {
    this.#options = options;
    this.#folder = new InputFolder(options.folder);
  }

  static open(options: FileInputOptions): FileInputStore {
    const store = new FileInputStore(options);
    store.#folder.prepare();
    const newest = store.#folder.hours().at(-1);
    if (newest !== undefined) HourFile.open(store.#folder.file(newest)).close();
    return store;
  }

  async append(frame: InputFrame): Promise<RecordOutcome> {
    const hour = hourOfTick(frame.at);
    this.#dropAged(frame.at);
    const { bytes, storedChecksum } = this.#seal(frame, hour);
    const shortage = this.#makeSpace(hour, bytes.length) ?? this.#write(hour, bytes);
    if (shortage !== undefined) return this.#giveUp(frame.at, shortage);
    this.#run = (this.#run + 1) % FRAMES_PER_KEY;
    this.#lastChecksum = storedChecksum;
    this.#emit({ kind: 'recorded', at: frame.at, bytes: bytes.length, keptBytes: this.#keptBytes() });
    return 'recorded';
  }

  async close(): Promise<void> {
    this.#file?.close();
    this.#file = undefined;
    this.#hour = Number.NaN;
  }

  /** Each file starts with a key frame, so that hours can be dropped one by one. */
  #seal(frame: InputFrame, hour: Millis): SealedFrame {
    const isKey = hour !== this.#hour || this.#run === 0 || !this.#encoder.canContinue(frame);
    if (isKey) this.#run = 0;
    try {
      return sealFrame(frame.at, isKey ? undefined : this.#lastChecksum, this.#encoder.encode(frame, isKey));
    } catch (error) {
      this.#run = 0;
      throw error;
    }
  }

  /** Drops the oldest hours until there is enough space. Returns the reason if there is not enough even then. */
  #makeSpace(hour: Millis, bytes: number): string | undefined {
    let before: Shortage | undefined;
    for (;;) {
      const shortage = this.#options.space.shortageFor(bytes);
      if (!shortage) return undefined;
      const wasUseless = shortage.of === before?.of && shortage.bytes >= before.bytes;
      if (wasUseless || !this.#dropOldest(hour, shortage.of)) return shortage.reason;
      before = shortage;
    }
  }

  /** Undefined if the frame is durable. Returns the reason if the disk is full even after dropping an hour. */
  #write(hour: Millis, bytes: Uint8Array): string | undefined {
    for (let hasDropped = false; ; hasDropped = true) {
      try {
        this.#fileOf(hour).append(bytes);
        return undefined;
      } catch (error) {
        this.#afterFailure();
        if (!NO_ROOM.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
        if (hasDropped || !this.#dropOldest(hour, 'disk')) return 'the disk is full';
      }
    }
  }

  #fileOf(hour: Millis): HourFile {
    if (this.#file && this.#hour === hour) return this.#file;
    this.#file?.close();
    this.#file = undefined;
    this.#file = HourFile.open(this.#folder.file(hour), this.#options.disk ?? DISK);
    this.#hour = hour;
    return this.#file;
  }

  /**
   * Reopening restores the file's previous state; the next frame must be a key frame, because the failed one is not in the file.
   */
  #afterFailure(): void {
    this.#file?.close();
    this.#file = undefined;
    this.#hour = Number.NaN;
    this.#run = 0;
  }

  #giveUp(at: Millis, reason: string): RecordOutcome {
    this.#run = 0;
    this.#emit({ kind: 'given-up', at, reason });
    return 'given-up';
  }

  /** If the clock jumps ahead, nothing is removed: an hour is only removed for one that has arrived. */
  #dropAged(at: Millis): void {
    const { keepMs } = this.#options;
    const hours = this.#folder.hours();
    const current = hourOfTick(at);
    const newerHours = Math.ceil(keepMs / HOUR_MS) + (hours.includes(current) ? 1 : 0);
    for (const hour of hours.slice(0, Math.max(0, hours.length - newerHours)))
      if (hour + HOUR_MS < at - keepMs && !this.#isHeld(hour)) this.#drop(hour, 'age');
  }

  /** Drops the oldest hour that frees space of this kind. False if there is none except the current hour and held hours. */
  #dropOldest(current: Millis, roomOf: Shortage['of']): boolean {
    const oldest = this.#folder
      .hours()
      .filter((hour) => hour !== current && !this.#isHeld(hour))
      .find((hour) => roomOf === 'budget' || !this.#folder.isLinked(hour));
    if (oldest === undefined) return false;
    this.#drop(oldest, 'room');
    return true;
  }

  #isHeld(hour: Millis): boolean {
    return this.#options.held?.has(hour) ?? false;
  }

  #drop(hour: Millis, reason: DropReason): void {
    const bytes = this.#folder.bytesOf(hour);
    if (hour === this.#hour) this.#afterFailure();
    rmSync(this.#folder.file(hour), { force: true });
    this.#emit({ kind: 'dropped', hour, bytes, reason });
  }

  #keptBytes(): number {
    return this.#folder.hours().reduce((sum, hour) => sum + this.#folder.bytesOf(hour), 0);
  }

  #emit(event: InputEvent): void {
    this.#options.onEvent(event);
  }
}
