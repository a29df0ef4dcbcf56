import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** A receipt with 2,000 markets has about 2 MB. */
const MAX_BODY_BYTES = 64 * 2 ** 20;

/**
 * Texts that the receipts of a file share, such as ids: stored once, then referenced by index. The rest
 * compresses well.
 */
export class SharedTexts {
  readonly #texts: (string | undefined)[];
  readonly #places = new Map<string, number>();
  #stored: number;

  /** `stored` are the texts in the file; texts on damaged lines are undefined. */
  constructor(stored: readonly (string | undefined)[] = []) {
    this.#texts = [...stored];
    this.#stored = stored.length;
    for (const [place, text] of stored.entries()) if (text !== undefined) this.#places.set(text, place);
  }

  placeOf(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  at(place: number): string {
    const text = this.#texts[place];
    if (text === undefined) throw new RangeError(`text ${place} of the file is missing`);
    return text;
  }

  /** Texts that are not stored yet, and the index of the first. */
  get unstored(): { readonly from: number; readonly texts: readonly string[] } {
    return { from: this.#stored, texts: this.#texts.slice(this.#stored) as string[] };
  }

  markStored(): void {
    this.#stored = this.#texts.length;
  }
}

/** Identifying members of the rows of each list; stored as shared texts. */
const SHARED_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  markets: ['marketId', 'market', 'side', 'otherAssetId', 'otherAsset'],
  exchanges: ['exchangeId', 'exchange', 'tier'],
  constituents: ['exchangeId', 'exchange', 'marketId', 'market'],
  refused: ['exchangeId', 'exchange', 'marketId', 'market'],
};

type Row = Readonly<Record<string, unknown>>;

interface Columns {
  /** The distinct lists of member names of the rows. */
  readonly shapes: readonly (readonly string[])[];
  /** For each row, the index into `shapes`. */
  readonly shapeOf: readonly number[];
  /** For each row, the index of the JSON text of its shared members. */
  readonly shared: readonly number[];
  /** For each other member, the values of all rows; null for rows without it. */
  readonly columns: Readonly<Record<string, readonly unknown[]>>;
}

/**
 * Converts the lists of a receipt to columns. Returns the JSON text instead if unpacking would not give the
 * same receipt.
 */
export function packReceipt(receipt: object, texts: SharedTexts): object | string {
  const text = JSON.stringify(receipt);
  try {
    const packed = packMembers(receipt, texts);
    if (JSON.stringify(unpackReceipt(packed, texts)) === text) return packed;
  } catch (error) {
    // Lists or rows of an unexpected form.
    if (!(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError))
      throw error;
  }
  return text;
}

export function unpackReceipt(packed: object | string, texts: SharedTexts): object {
  if (typeof packed === 'string') return JSON.parse(packed) as object;
  return Object.fromEntries(
    Object.entries(packed).map(([name, value]) => [name, unpackMember(name, value, texts)]),
  );
}

function packMembers(receipt: object, texts: SharedTexts): object {
  return Object.fromEntries(
    Object.entries(receipt).map(([name, value]) => [name, packMember(name, value, texts)]),
  );
}

function isShared(name: string): boolean {
  return Object.hasOwn(SHARED_MEMBERS, name);
}

function packMember(name: string, value: unknown, texts: SharedTexts): unknown {
  return isShared(name) && Array.isArray(value) ? packRows(name, value as Row[], texts) : value;
}

function unpackMember(name: string, value: unknown, texts: SharedTexts): unknown {
  return isShared(name) ? unpackRows(name, value as Columns, texts) : value;
}

function packRows(list: string, rows: readonly Row[], texts: SharedTexts): Columns {
  const shapes = new Map<string, number>();
  const shapeOf = rows.map((row) => {
    const shape = JSON.stringify(Object.keys(row));
    const place = shapes.get(shape) ?? shapes.size;
    shapes.set(shape, place);
    return place;
  });
  const members = new Set(rows.flatMap((row) => Object.keys(row)));
  const others = [...members].filter((member) => !SHARED_MEMBERS[list]!.includes(member));
  return {
    shapes: [...shapes.keys()].map((shape) => JSON.parse(shape) as string[]),
    shapeOf,
    shared: rows.map((row) =>
      texts.placeOf(JSON.stringify(sharedIn(list, Object.keys(row)).map((member) => row[member]))),
    ),
    columns: Object.fromEntries(
      others.map((member) => [
        member,
        rows.map((row) => (Object.hasOwn(row, member) ? packMember(member, row[member], texts) : null)),
      ]),
    ),
  };
}

function unpackRows(list: string, { shapes, shapeOf, shared, columns }: Columns, texts: SharedTexts): Row[] {
  const inTexts = shapes.map((members) => sharedIn(list, members));
  return shared.map((place, i) => {
    const shape = shapeOf[i]!;
    const inText = inTexts[shape]!;
    const values = JSON.parse(texts.at(place)) as unknown[];
    return Object.fromEntries(
      shapes[shape]!.map((member) => {
        const inShared = inText.indexOf(member);
        const value = inShared === -1 ? unpackMember(member, columns[member]![i], texts) : values[inShared];
        return [member, value];
      }),
    );
  });
}

function sharedIn(list: string, members: readonly string[]): readonly string[] {
  return SHARED_MEMBERS[list]!.filter((member) => members.includes(member));
}

/** Compressed JSON in base64. */
export async function encodeBody(value: unknown): Promise<string> {
  const text = Buffer.from(JSON.stringify(value));
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return (await compress(text, { params })).toString('base64');
}

/** Throws unless `encodeBody` wrote the body. */
export async function decodeBody(body: string): Promise<unknown> {
  const text = await decompress(Buffer.from(body, 'base64'), { maxOutputLength: MAX_BODY_BYTES });
  return JSON.parse(text.toString('utf8'));
}
