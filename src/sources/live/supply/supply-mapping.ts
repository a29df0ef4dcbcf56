import { isObject } from '../../../core/text/is-object.ts';
import { readRegularFile, UnusableFile } from '../../../disk/regular-file.ts';
import {
  members,
  literal,
  addProblem,
  text,
  integer,
  type Check,
  type Problems,
} from '../declared/checks.ts';
import { isListPath, isPath } from '../declared/entry-path.ts';
import { TIME_UNITS, type TimestampField } from '../declared/exchange-definition.ts';
import { READY_MAPPINGS } from './ready-mappings.ts';

/** Layout of the reply of an address with supplies. Plain data, so that it can be sent to another process. */
export interface SupplyMapping {
  /** Path to the list of entries; absent: the reply is the list. */
  readonly list?: string;
  /**
   * `{page}` in the address counts from `from`, `{offset}` counts the entries before the page; a page has `size`
   * entries unless it is the last.
   */
  readonly pages?: { readonly from: number; readonly size: number; readonly most: number };
  /** Header for the key, and its prefix. */
  readonly key?: { readonly header: string; readonly prefix?: string };
  /** Our slugs by the origin's names of assets, if they differ. */
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
const MAX_BYTES = 2 ** 20;
const path = text('must be a path such as "supply" or "market.supply"', (value) => isPath(value));
const words = text('must be a non-empty text', (value) => value.trim() !== '');

const slugs: Check<Readonly<Record<string, string>>> = (value, place, problems) => {
  if (isObject(value) && Object.values(value).every((slug) => typeof slug === 'string'))
    return value as Record<string, string>;
  return addProblem(place, 'must be an object of slugs by what the origin calls assets', problems);
};

const mappingFile = members(
  {
    format: literal(FORMAT),
    fields: members(
      { totalSupply: path, freeFloatSupply: path },
      {
        assetId: path,
        slugName: path,
        symbol: path,
        name: path,
        asOf: members({ path, unit: literal(...TIME_UNITS) }, {}),
      },
    ),
  },
  {
    list: text('must be a path such as "data"', (value) => isListPath(value)),
    pages: members({ from: integer(0, 1), size: integer(1, 10_000), most: integer(1, 40) }, {}),
    key: members(
      { header: text('must be the name of a header', (value) => /^[a-z0-9-]{1,60}$/i.test(value)) },
      { prefix: words },
    ),
    slugs,
  },
);

/** A built-in mapping by its name, otherwise one from a file. */
export function supplyMapping(nameOrFile: string): ParsedMapping {
  if (Object.hasOwn(READY_MAPPINGS, nameOrFile)) return { mapping: READY_MAPPINGS[nameOrFile]! };
  let json: string;
  try {
    json = readRegularFile(nameOrFile, MAX_BYTES).toString('utf8');
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
    addProblem('fields', 'must have one of assetId, slugName, symbol', problems);
  if (!read || problems.length > 0) return { problems };
  const { format: _, ...mapping } = read;
  return { mapping };
}

function namesAssets({ assetId, slugName, symbol }: SupplyMapping['fields']): boolean {
  return assetId !== undefined || slugName !== undefined || symbol !== undefined;
}
