import { join } from 'node:path';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from '../../disk/files.ts';
import type { Millis } from '../../core/time.ts';
import { PRIVATE_FOLDER_MODE, syncFolder } from '../../disk/durable-file.ts';
import type { HistoryFiles } from '../history-backend.ts';
import { isJournalFile } from './journal/journal-file.ts';
import type { SegmentSpan } from './segment/segment-layout.ts';
import type { Segment } from './segment/open-segments.ts';
import { TEMPORARY } from './segment/segment-writer.ts';

const FOLDERS = ['hours', 'days', 'candles'] as const;
type SegmentFolder = (typeof FOLDERS)[number];
const SPANS: Readonly<Record<SegmentFolder, SegmentSpan>> = { hours: 'hour', days: 'day', candles: 'year' };
const JOURNAL = 'journal';
/** Folders within the store's own folder. */
export const STORE_FOLDERS: readonly string[] = [JOURNAL, ...FOLDERS];
const SEGMENT = '.seg';

/** Names of times, used both in file names and in journal keys. */
export const hourFileName = (hour: Millis) => new Date(hour).toISOString().slice(0, 13);
export const dayFileName = (day: Millis) => new Date(day).toISOString().slice(0, 10);
export const yearFileName = (start: Millis) => new Date(start).toISOString().slice(0, 4);

export const parseHourName = (name: string): Millis => Date.parse(`${name}:00:00Z`);
export const parseDayName = (name: string): Millis => Date.parse(`${name}T00:00:00Z`);

export interface SegmentName extends Segment {
  /** How often it was rewritten. */
  readonly generation: number;
}

/** The paths of the store's files. */
export class StoreFolders {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  get journal(): string {
    return join(this.root, JOURNAL);
  }

  /** Hours and days to which values are added later are rewritten, each time with the next generation. */
  hour(hour: Millis, generation = 0): string {
    return join(this.root, 'hours', hourFileName(hour) + numbered(generation) + SEGMENT);
  }

  day(day: Millis, generation = 0): string {
    return join(this.root, 'days', dayFileName(day) + numbered(generation) + SEGMENT);
  }

  /** A year is rewritten from time to time, each time with the next generation. */
  year(start: Millis, generation: number): string {
    return join(this.root, 'candles', `${yearFileName(start)}.${generation}${SEGMENT}`);
  }

  /**
   * Creates the folders and removes unfinished files that a crash left. The names of the others are durable afterwards: the journal may
   * name a file only then, and a process that was killed may not have synced its folder.
   */
  prepare(): void {
    for (const folder of STORE_FOLDERS) {
      const path = join(this.root, folder);
      mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER_MODE });
      for (const name of readdirSync(path))
        if (name.endsWith(TEMPORARY)) rmSync(join(path, name), { force: true });
      syncFolder(path);
    }
    syncFolder(this.root);
  }

  sealedFiles(): string[] {
    return this.segments().map(({ path }) => path);
  }

  /** The files of a store that is not open. */
  extent(): HistoryFiles {
    const names = readdirSync(this.journal).filter((name) => isJournalFile(name));
    const growing = names.toSorted().map((name) => {
      const path = join(this.journal, name);
      return { path, bytes: statSync(path).size };
    });
    return { growing, sealed: this.sealedFiles() };
  }

  /**
   * The existing segment files, with the time and generation in their names. Missing folders are skipped: a backup has no empty
   * folders.
   */
  segments(): SegmentName[] {
    return FOLDERS.flatMap((folder) =>
      this.#names(folder).flatMap((name) => this.#segment(folder, name) ?? []),
    );
  }

  /** Files with the extension of segments whose name is not that of a segment. */
  strays(): string[] {
    return FOLDERS.flatMap((folder) =>
      this.#names(folder)
        .filter((name) => !this.#segment(folder, name))
        .map((name) => join(this.root, folder, name)),
    );
  }

  #names(folder: SegmentFolder): string[] {
    const path = join(this.root, folder);
    return existsSync(path) ? readdirSync(path).filter((name) => name.endsWith(SEGMENT)) : [];
  }

  /** Undefined if the name is not exactly that of a segment. */
  #segment(folder: SegmentFolder, name: string): SegmentName | undefined {
    const [start, generation] = [startNamed(folder, name), generationNamed(name)];
    if (Number.isNaN(start)) return undefined;
    const span = SPANS[folder];
    const path = this[span](start, generation);
    return path === join(this.root, folder, name) ? { span, path, start, generation } : undefined;
  }
}

function numbered(generation: number): string {
  return generation === 0 ? '' : `.${generation}`;
}

/** 0 if the name contains no number. */
function generationNamed(name: string): number {
  return Number(/\.(\d+)\.seg$/.exec(name)?.[1] ?? 0);
}

function startNamed(folder: SegmentFolder, name: string): Millis {
  if (folder === 'hours') return parseHourName(name.slice(0, 13));
  if (folder === 'days') return parseDayName(name.slice(0, 10));
  return parseDayName(`${name.slice(0, 4)}-01-01`);
}
