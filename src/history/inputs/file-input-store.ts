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
  /** Hours that ended so long before the newest tick are unlinked, where as many newer hours are kept. */
  readonly keepMs: Millis;
  readonly space: DiskSpace;
  /** Hours that are dropped neither for their age nor to make room. */
  readonly held?: Pick<HeldHours, 'has'> | undefined;
  readonly onEvent: (event: InputEvent) => void;
  readonly disk?: FileWriter;
}

/** A receipt decodes half as many frames on average. */
export const FRAMES_A_KEY = 20;

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

/** Inputs in files of an hour, each tick appended and waited for. Nothing but the last frame is in memory. */
export class FileInputStore implements InputStore {
  readonly #options: FileInputOptions;
  readonly #folder: InputFolder;
  readonly #encoder = new FrameEncoder();
  #hour = Number.NaN;
  #file: HourFile | undefined;
  /** Frames since the last key frame, that one included; 0 where the next must be one. */
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
    const lacking = this.#makeSpace(hour, bytes.length) ?? this.#write(hour, bytes);
    if (lacking !== undefined) return this.#giveUp(frame.at, lacking);
    this.#run = (this.#run + 1) % FRAMES_A_KEY;
    this.#lastChecksum = storedChecksum;
    this.#tell({ kind: 'recorded', at: frame.at, bytes: bytes.length, keptBytes: this.#keptBytes() });
    return 'recorded';
  }

  async close(): Promise<void> {
    this.#file?.close();
    this.#file = undefined;
    this.#hour = Number.NaN;
  }

  /** Each file begins with a key frame, so that hours go one by one. */
  #seal(frame: InputFrame, hour: Millis): SealedFrame {
    const isKey = hour !== this.#hour || this.#run === 0 || !this.#encoder.canGoOn(frame);
    if (isKey) this.#run = 0;
    try {
      return sealFrame(frame.at, isKey ? undefined : this.#lastChecksum, this.#encoder.encode(frame, isKey));
    } catch (error) {
      this.#run = 0;
      throw error;
    }
  }

  /** Drops the oldest hours until there is space; why there is still none where dropping makes none. */
  #makeSpace(hour: Millis, bytes: number): string | undefined {
    let before: Shortage | undefined;
    for (;;) {
      const lacking = this.#options.space.lacks(bytes);
      if (!lacking) return undefined;
      const wasInVain = lacking.of === before?.of && lacking.bytes >= before.bytes;
      if (wasInVain || !this.#dropOldest(hour, lacking.of)) return lacking.reason;
      before = lacking;
    }
  }

  /** Undefined where it is durable; why not where the disk is full, also after an hour was dropped for it. */
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

  /** Opened again, the file is as it was before; the frame was a difference from one that is not in it. */
  #afterFailure(): void {
    this.#file?.close();
    this.#file = undefined;
    this.#hour = Number.NaN;
    this.#run = 0;
  }

  #giveUp(at: Millis, reason: string): RecordOutcome {
    this.#run = 0;
    this.#tell({ kind: 'given-up', at, reason });
    return 'given-up';
  }

  /** A clock that leaps ahead takes nothing away: an hour goes only for one that came. */
  #dropAged(at: Millis): void {
    const { keepMs } = this.#options;
    const hours = this.#folder.hours();
    const current = hourOfTick(at);
    const newerHours = Math.ceil(keepMs / HOUR_MS) + (hours.includes(current) ? 1 : 0);
    for (const hour of hours.slice(0, Math.max(0, hours.length - newerHours)))
      if (hour + HOUR_MS < at - keepMs && !this.#isHeld(hour)) this.#drop(hour, 'age');
  }

  /** The oldest that frees space of that kind. False where there is none besides the one that is being written and those that are held. */
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
    this.#tell({ kind: 'dropped', hour, bytes, reason });
  }

  #keptBytes(): number {
    return this.#folder.hours().reduce((sum, hour) => sum + this.#folder.bytesOf(hour), 0);
  }

  #tell(event: InputEvent): void {
    this.#options.onEvent(event);
  }
}
