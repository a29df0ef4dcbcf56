import { blockAt, packBlocks, type PackedBlocks } from '../packed.ts';
import type { Session } from '../../database.ts';
import type { Day, Hour } from '../grid.ts';

/** The blocks of one hour of consecutive series, for changing. */
export class OpenPart {
  readonly #blocks: (Uint8Array | undefined)[];

  constructor(stored: PackedBlocks | undefined, size: number) {
    this.#blocks = Array.from({ length: size }, (_, place) => stored && blockAt(stored, place));
  }

  get(place: number): Uint8Array | undefined {
    return this.#blocks[place];
  }

  set(place: number, block: Uint8Array): void {
    this.#blocks[place] = block;
  }

  packed(): PackedBlocks {
    return packBlocks(this.#blocks);
  }
}

interface PartRow extends Record<string, unknown> {
  readonly part: number;
  readonly hour: Hour;
  readonly ends: number[];
  readonly blocks: Buffer;
}

/** The parts of a range of hours. */
export async function readParts(
  session: Session,
  parts: readonly number[] | undefined,
  from: Hour,
  to: Hour,
): Promise<PartRow[]> {
  return session.rows<PartRow>(
    'select part, hour, ends, blocks from hour_part where ($1::integer[] is null or part = any($1)) and hour between $2 and $3',
    [parts ?? null, from, to],
  );
}

export async function writePart(
  session: Session,
  part: number,
  hour: Hour,
  { ends, blocks }: PackedBlocks,
): Promise<void> {
  await session.run(
    `insert into hour_part (part, hour, ends, blocks) values ($1, $2, $3, $4)
     on conflict (part, hour) do update set ends = excluded.ends, blocks = excluded.blocks`,
    [part, hour, ends, blocks],
  );
}

export interface SeriesDay extends PackedBlocks {
  readonly series: number;
}

export async function readDays(
  session: Session,
  day: Day,
  series: readonly number[],
): Promise<Map<number, PackedBlocks>> {
  const rows = await session.rows<{ series: number; ends: number[]; blocks: Buffer }>(
    'select series, ends, blocks from series_day where series = any($1::integer[]) and day = $2',
    [series, day],
  );
  return new Map(rows.map((row) => [row.series, row]));
}

export async function writeDays(session: Session, day: Day, rows: readonly SeriesDay[]): Promise<void> {
  if (rows.length === 0) return;
  await session.run(
    `insert into series_day (series, day, ends, blocks)
     select series, $1, ends::integer[], blocks from unnest($2::integer[], $3::text[], $4::bytea[]) as given (series, ends, blocks)
     on conflict (series, day) do update set ends = excluded.ends, blocks = excluded.blocks`,
    [
      day,
      rows.map(({ series }) => series),
      rows.map(({ ends }) => `{${ends.join()}}`),
      rows.map(({ blocks }) => blocks),
    ],
  );
}
