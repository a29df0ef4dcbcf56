import { join } from 'node:path';
import { OperatorError } from '../../../core/errors.ts';
import type { Millis } from '../../../core/time.ts';
import { readFileIfExists, writeFileDurably } from '../../../disk/durable-file.ts';
import type { SeedExchange } from '../../../sources/seeding.ts';

/** What was seeded in a data directory, and what is to be. */
export interface SeedingProgress {
  /** The day of the first tick: days before it are seeded. */
  readonly firstTickDay: Millis;
  /** So many of them are wanted. */
  readonly days: number;
  /** Whether `tidemark backfill` asked for them. */
  readonly byHand: boolean;
  /** So many of them are stored. */
  readonly done: number;
  /** Records that were combined the last time, and what they are from. */
  readonly records?: number;
  readonly exchanges?: readonly SeedExchange[];
}

export const SEEDING_FILE = 'seeding.json';
const FORMAT = 1;

/** Undefined where nothing was ever seeded. */
export function readSeeding(folder: string): SeedingProgress | undefined {
  const path = join(folder, SEEDING_FILE);
  const text = readFileIfExists(path);
  if (text === undefined) return undefined;
  const { format, ...progress } = parsed(text);
  if (typeof format === 'number' && format > FORMAT)
    throw new OperatorError(`${path} has format ${format}, this version knows ${FORMAT}: run the newer one`);
  // It is replaced as a whole: one that cannot be read was never ours. Seeding again changes no record that is there.
  return format === FORMAT ? progress : undefined;
}

function parsed(text: string): SeedingProgress & { readonly format?: unknown } {
  const nothing = { firstTickDay: 0, days: 0, byHand: false, done: 0 };
  try {
    return (JSON.parse(text) as SeedingProgress | null) ?? nothing;
  } catch {
    return nothing;
  }
}

/** Durable when it returns. */
export function writeSeeding(folder: string, progress: SeedingProgress): void {
  writeFileDurably(join(folder, SEEDING_FILE), `${JSON.stringify({ format: FORMAT, ...progress })}\n`);
}
