import { join } from 'node:path';
import { type FileHandle, constants, mkdir, open } from '../../disk/files.ts';
import type { DataOrigin } from '../../core/data-origin.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import { CUT_OFF_MS, formatDatetime, SLOT_MS, dayStart, type Millis } from '../../core/time.ts';
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../../disk/durable-file.ts';
import type { ExchangeHealth, SourceEvent } from '../source.ts';
import { EventWriter, type BeginFrame, type FailureRow } from './recorded-events.ts';
import { encodeFrame, RECORDING_MAGIC } from './recording-frames.ts';

export interface RecorderOptions {
  readonly folder: string;
  readonly source: string;
  readonly origin: DataOrigin;
  readonly version?: string;
  readonly about?: string;
  /** A write failed: the file ends there, and the next slot starts another. */
  readonly onFailure: (error: unknown) => void;
}

interface Open {
  readonly handle: FileHandle;
  readonly writer: EventWriter;
  readonly day: Millis;
}

/**
 * Writes the events of a source to files: one file per start and day, one frame per slot. Files are only appended to.
 * After a failed write the file ends, and the next slot starts another.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  #reference: ReferenceContent;
  #open: Open | undefined;
  #events: SourceEvent[] = [];

  constructor(options: RecorderOptions, reference: ReferenceContent) {
    this.#options = options;
    this.#reference = reference;
  }

  /** Resolves once a watermark and everything before it is in the file; never rejects. */
  async take(event: SourceEvent, health: ReadonlyMap<string, ExchangeHealth>): Promise<void> {
    this.#events.push(event);
    if (event.kind !== 'watermark') return;
    const events = this.#events;
    this.#events = [];
    try {
      await this.#write(events, event.at + CUT_OFF_MS, health);
    } catch (error) {
      this.#options.onFailure(error);
      await this.close();
    }
    const announced = events.findLast(({ kind }) => kind === 'reference');
    if (announced?.kind === 'reference') this.#reference = announced.data;
  }

  async close(): Promise<void> {
    const { handle } = this.#open ?? {};
    this.#open = undefined;
    await handle?.close();
  }

  async #write(
    events: readonly SourceEvent[],
    slot: Millis,
    health: ReadonlyMap<string, ExchangeHealth>,
  ): Promise<void> {
    const day = dayStart(slot - SLOT_MS);
    if (this.#open?.day !== day) await this.#begin(slot, day);
    const { handle, writer } = this.#open!;
    await handle.appendFile(encodeFrame(writer.frame(events, failuresIn(health))));
  }

  async #begin(slot: Millis, day: Millis): Promise<void> {
    const { folder, source, origin, version, about } = this.#options;
    await this.close();
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
    const after = slot - SLOT_MS;
    const handle = await open(
      join(folder, recordingName(after)),
      constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL,
      PRIVATE_FILE_MODE,
    );
    this.#open = { handle, writer: new EventWriter(), day };
    const optional = { ...(version !== undefined && { version }), ...(about !== undefined && { about }) };
    const begin: BeginFrame = {
      kind: 'begin',
      source,
      origin,
      ...optional,
      after,
      reference: this.#reference,
    };
    await handle.appendFile(Buffer.concat([RECORDING_MAGIC, encodeFrame(begin)]));
  }
}

function failuresIn(health: ReadonlyMap<string, ExchangeHealth>): FailureRow[] {
  return [...health].flatMap(([id, { failing, failures }]) =>
    failures > 0 ? [[id, failing, failures]] : [],
  );
}

/** Names sort by time. */
function recordingName(after: Millis): string {
  return `${formatDatetime(after).slice(0, 19).replaceAll(':', '-')}Z.recording`;
}
