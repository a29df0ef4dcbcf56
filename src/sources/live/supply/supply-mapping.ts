import { isObject } from '../../../core/text/is-object.ts';
import { readRegularFile, UnusableFile } from '../../../disk/regular-file.ts';
import { members, oneOf, refuse, text, whole, type Check, type Problems } from '../declared/checks.ts';
import { isListPath, isPath } from '../declared/entry-path.ts';
import { TIME_UNITS, type TimestampField } from '../declared/exchange-definition.ts';
import { READY_MAPPINGS } from './ready-mappings.ts';

/** How the answer of an address that gives supplies is laid out. Plain data, for a process of its own. */
export interface SupplyMapping {
  /** Path to the list of entries; absent: the answer is the list. */
  readonly list?: string;
  /** `{page}` in the address counts from `from`, `{offset}` the entries before it; a page has `size` entries unless it is the last. */
  readonly pages?: { readonly from: number; readonly size: number; readonly most: number };
  /** The header that a key is sent in, and what stands before it there. */
  readonly key?: { readonly header: string; readonly prefix?: string };
  /** Our slugs for what the origin calls assets, where they differ. */
  readonly slugs?: Readonly<Record<string, string>>;
  /** Paths within an entry. */
  readonly fields: {
    readonly assetId?: string;
    readonly slugName?: string;
    readonly symbol?: string;
    readonly name?: string;
    readonly totalSupply: string;
    readonly freeFloatSupply: string;
    readonly asOf?: TimestampField;
  };
}

export type ParsedMapping =
  | { readonly mapping: SupplyMapping; readonly problems?: undefined }
  | { readonly mapping?: undefined; readonly problems: readonly string[] };

const FORMAT = 1;
const MOST_BYTES = 2 ** 20;
const path = text('must be a path such as "supply" or "market.supply"', (value) => isPath(value));
const words = text('must be a text that is not empty', (value) => value.trim() !== '');

const slugs: Check<Readonly<Record<string, string>>> = (value, place, problems) => {
  if (isObject(value) && Object.values(value).every((slug) => typeof slug === 'string'))
    return value as Record<string, string>;
  return refuse(place, 'must be an object of slugs by what the origin calls assets', problems);
};

const mappingFile = members(
  {
    format: oneOf(FORMAT),
    fields: members(
      { totalSupply: path, freeFloatSupply: path },
      {
        assetId: path,
        slugName: path,
        symbol: path,
        name: path,
        asOf: members({ path, unit: oneOf(...TIME_UNITS) }, {}),
      },
    ),
  },
  {
    list: text('must be a path such as "data"', (value) => isListPath(value)),
    pages: members({ from: whole(0, 1), size: whole(1, 10_000), most: whole(1, 40) }, {}),
    key: members(
      { header: text('must be the name of a header', (value) => /^[a-z0-9-]{1,60}$/i.test(value)) },
      { prefix: words },
    ),
    slugs,
  },
);

/** One of ours by its name, else the one of a file. */
export function supplyMapping(nameOrFile: string): ParsedMapping {
  if (Object.hasOwn(READY_MAPPINGS, nameOrFile)) return { mapping: READY_MAPPINGS[nameOrFile]! };
  let json: string;
  try {
    json = readRegularFile(nameOrFile, MOST_BYTES).toString('utf8');
  } catch (error) {
    if (error instanceof UnusableFile) return { problems: [`${nameOrFile}: ${error.reason}`] };
    const { code } = error as NodeJS.ErrnoException;
    const known = Object.keys(READY_MAPPINGS).join(', ');
    return {
      problems: [`${nameOrFile}: cannot be read: ${code}; the mappings that come with Tidemark are ${known}`],
    };
  }
  const parsed = parseMapping(json);
  return parsed.problems
    ? { problems: parsed.problems.map((problem) => `${nameOrFile}: ${problem}`) }
    : parsed;
}

export function parseMapping(json: string): ParsedMapping {
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problems: ['is not valid JSON'] };
  }
  const problems: Problems = [];
  const read = mappingFile(content, '', problems);
  if (read && problems.length === 0 && !namesAssets(read.fields))
    refuse('fields', 'must have one of assetId, slugName, symbol', problems);
  if (!read || problems.length > 0) return { problems };
  const { format: _, ...mapping } = read;
  return { mapping };
}

function namesAssets({ assetId, slugName, symbol }: SupplyMapping['fields']): boolean {
  return assetId !== undefined || slugName !== undefined || symbol !== undefined;
}
