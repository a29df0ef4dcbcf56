import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** A receipt with 2,000 markets has 2 MB. */
const MAX_BODY_BYTES = 64 * 2 ** 20;

/**
 * Texts that receipts of the same file share, such as ids and names of markets: each is stored once and then named by its
 * place. Most of a receipt does not compress otherwise.
 */
export class SharedTexts {
  readonly #texts: (string | undefined)[];
  readonly #places = new Map<string, number>();
  #stored: number;

  /** `stored`: the texts that the file has. Those of a damaged line are undefined. */
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

  /** Those that are not stored yet, and the place of the first. */
  get unstored(): { readonly from: number; readonly texts: readonly string[] } {
    return { from: this.#stored, texts: this.#texts.slice(this.#stored) as string[] };
  }

  nowStored(): void {
    this.#stored = this.#texts.length;
  }
}

/** Members of the rows of a list that identify what a row is about: they are shared texts. */
const SHARED_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  markets: ['marketId', 'market', 'side', 'otherAssetId', 'otherAsset'],
  exchanges: ['exchangeId', 'exchange', 'tier'],
  constituents: ['exchangeId', 'exchange', 'marketId', 'market'],
  refused: ['exchangeId', 'exchange', 'marketId', 'market'],
};

type Row = Readonly<Record<string, unknown>>;

/** A list of objects, member by member. */
interface Columns {
  /** Members of all rows, in the order in which rows have them. */
  readonly members: readonly string[];
  /** Of each row: the place of the JSON text of its shared members. */
  readonly shared: readonly number[];
  /** Of each other member, the values of all rows; null where a row does not have it. */
  readonly columns: Readonly<Record<string, readonly unknown[]>>;
}

/** The lists of a receipt as columns. Fails where the receipt would not be the same afterwards. */
export function packReceipt(receipt: object, texts: SharedTexts): object {
  const packed = Object.fromEntries(
    Object.entries(receipt).map(([name, value]) => [name, packMember(name, value, texts)]),
  );
  if (JSON.stringify(unpackReceipt(packed, texts)) !== JSON.stringify(receipt))
    throw new Error('a receipt would not be read as it was written');
  return packed;
}

export function unpackReceipt(packed: object, texts: SharedTexts): object {
  return Object.fromEntries(
    Object.entries(packed).map(([name, value]) => [name, unpackMember(name, value, texts)]),
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
  const members = membersOf(rows);
  const inText = sharedIn(list, members);
  const others = members.filter((member) => !inText.includes(member));
  return {
    members,
    shared: rows.map((row) => texts.placeOf(JSON.stringify(inText.map((member) => row[member] ?? null)))),
    columns: Object.fromEntries(
      others.map((member) => [
        member,
        rows.map((row) => (member in row ? packMember(member, row[member], texts) : null)),
      ]),
    ),
  };
}

function unpackRows(list: string, { members, shared, columns }: Columns, texts: SharedTexts): Row[] {
  const inText = sharedIn(list, members);
  return shared.map((place, i) => {
    const values = JSON.parse(texts.at(place)) as unknown[];
    const valueOf = (member: string) =>
      inText.includes(member)
        ? values[inText.indexOf(member)]
        : unpackMember(member, columns[member]![i], texts);
    return Object.fromEntries(
      members.flatMap((member) => {
        const value = member in columns && columns[member]![i] === null ? null : valueOf(member);
        return value === null ? [] : [[member, value] as const];
      }),
    );
  });
}

function sharedIn(list: string, members: readonly string[]): readonly string[] {
  return SHARED_MEMBERS[list]!.filter((member) => members.includes(member));
}

/** In an order that agrees with that of each row; a member that some rows lack has its place before the one that follows it. */
function membersOf(rows: readonly Row[]): readonly string[] {
  const members: string[] = [];
  for (const row of rows) {
    let place = 0;
    for (const member of Object.keys(row)) {
      const known = members.indexOf(member);
      if (known === -1) members.splice(place++, 0, member);
      else place = known + 1;
    }
  }
  return members;
}

/** JSON, compressed, as base64. */
export async function encodeBody(value: unknown): Promise<string> {
  const text = Buffer.from(JSON.stringify(value));
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return (await compress(text, { params })).toString('base64');
}

/** Throws for what `encodeBody` did not write. */
export async function decodeBody(body: string): Promise<unknown> {
  const text = await decompress(Buffer.from(body, 'base64'), { maxOutputLength: MAX_BODY_BYTES });
  return JSON.parse(text.toString('utf8'));
}
