import { parseDecimal } from '../../../core/numbers/decimal.ts';
import { isObject } from '../../../core/text/is-object.ts';
import {
  at,
  arrayOf,
  members,
  literal,
  addProblem,
  text,
  integer,
  type Check,
  type Problems,
} from './checks.ts';
import { isListPath, isPath } from './entry-path.ts';
import {
  DEFINITION_FORMAT,
  isOneByOne,
  MARKET_IN_URL,
  TIME_UNITS,
  type Condition,
  type DeclaredRequest,
  type ExchangeDefinition,
  type MarketSection,
  type NameSource,
  type NumberField,
  type Scalar,
  type TickerSection,
} from './exchange-definition.ts';

const KEY = /^[a-z0-9][a-z0-9-]{1,39}$/;
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/;

const path = text(
  'must be a path such as "last" or "ticker.last", "$key", "$group", "$market" or "$answer.date"',
  (value) => isPath(value),
);
const words = text('must be a non-empty text', (value) => value.trim() !== '');
const httpUrl = text('must be an address such as https://api.example.com/tickers', (value) => {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).username === '';
});
const decimal = text('must be a decimal in quotes above zero, such as "0.00000001"', (value) => {
  const parsed = parseDecimal(value);
  return parsed !== undefined && parsed.units > 0n;
});

const scalar: Check<Scalar> = (value, place, problems) =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)
    ? (value as Scalar)
    : addProblem(place, 'must be a text, a number, true, false or null', problems);

const condition: Check<Condition> = (value, place, problems) => {
  if (isObject(value) && 'values' in value === 'not' in value)
    addProblem(place, 'must have either values or not', problems);
  return members({ path }, { values: arrayOf(scalar), not: arrayOf(scalar) })(value, place, problems);
};

const requestObject: Check<DeclaredRequest> = (value, place, problems) => {
  const anything: Check<unknown> = (body) => body;
  const pages = members({ from: integer(0, 1000), most: integer(2, 100) }, {});
  const read = members({ url: httpUrl }, { body: anything, pages })(value, place, problems);
  if (read?.url !== undefined && read.url.includes('{page}') !== (read.pages !== undefined))
    return addProblem(place, 'must have both pages and {page} in the url, or neither', problems);
  return read;
};
const request: Check<DeclaredRequest> = (value, place, problems) => {
  if (typeof value !== 'string') return requestObject(value, place, problems);
  return requestObject({ url: value }, place, problems);
};

const name: Check<NameSource> = (value, place, problems) =>
  typeof value === 'string'
    ? path(value, place, problems)
    : members({ always: words }, {})(value, place, problems);
const letterCase = literal('upper', 'keep');

const ownNames = members({ base: name, quote: name }, { case: letterCase });
const splitSymbol = members(
  { symbol: path },
  {
    separator: text('must not be empty', (value) => value !== ''),
    quotes: arrayOf(words),
    order: literal('base-quote', 'quote-base'),
    prefix: words,
    suffix: words,
    case: letterCase,
  },
);
const marketLink = members({ id: path }, {});

const namedMarket: Check<MarketSection['market']> = (value, place, problems) => {
  if (!isObject(value) || !('symbol' in value)) return ownNames(value, place, problems);
  if ('separator' in value === 'quotes' in value)
    addProblem(place, 'must have either separator or quotes beside symbol', problems);
  return splitSymbol(value, place, problems);
};
const linkedMarket: Check<TickerSection['market']> = (value, place, problems) =>
  isObject(value) && 'id' in value ? marketLink(value, place, problems) : namedMarket(value, place, problems);

const numberField: Check<NumberField> = (value, place, problems) =>
  typeof value === 'string'
    ? path(value, place, problems) === undefined
      ? undefined
      : { path: value }
    : members({ path }, { factor: decimal, invert: literal(true) })(value, place, problems);
const timestampField = members({ path, unit: literal(...TIME_UNITS) }, {});

const ofList = { requests: arrayOf(request), layout: literal('array', 'object') };
const ofTickers = { requests: arrayOf(request), layout: literal('array', 'object', 'one') };
const optionalOfList = {
  good: condition,
  list: text('must be a path such as "data.tickers" or "data.*"', (value) => isListPath(value)),
  only: condition,
  active: condition,
};

const fields = members(
  { last: numberField },
  {
    bid: numberField,
    ask: numberField,
    baseVolume: numberField,
    quoteVolume: numberField,
    vwap: numberField,
    timestamp: timestampField,
  },
);

const codes: Check<Readonly<Record<string, string>>> = (value, place, problems) => {
  if (!isObject(value)) return addProblem(place, 'must be an object', problems);
  const read = Object.entries(value).map(([own, code]) => [own, words(code, at(place, own), problems)]);
  return Object.fromEntries(read) as Record<string, string>;
};

const definition = members(
  {
    format: literal(DEFINITION_FORMAT),
    key: text('must be 2 to 40 lower-case letters, digits and hyphens', (value) => KEY.test(value)),
    name: words,
    url: httpUrl,
    hosts: arrayOf(text('must be a host name such as api.example.com', (value) => HOST.test(value))),
    tickers: members(
      { ...ofTickers, market: linkedMarket, fields },
      { ...optionalOfList, paceMs: integer(100, 60_000) },
    ),
  },
  { codes, markets: members({ ...ofList, id: path, market: namedMarket }, optionalOfList) },
);

export type ParsedDefinition =
  | { readonly definition: ExchangeDefinition; readonly problems?: undefined }
  | { readonly definition?: undefined; readonly problems: readonly string[] };

/** Returns the definition with defaults filled in, or all problems with their places. */
export function parseDefinition(json: string): ParsedDefinition {
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problems: [`is not valid JSON: ${error.message}`] };
  }
  const problems: Problems = [];
  const read = definition(content, '', problems);
  if (!read || problems.length > 0) return { problems };
  checkTogether(read, problems);
  return problems.length > 0 ? { problems } : { definition: read };
}

/** `{market}`, layout `one` and `paceMs` require each other and a market list. */
function checkOneByOne(
  { markets, tickers }: { readonly markets: MarketSection | undefined; readonly tickers: TickerSection },
  problems: Problems,
): void {
  const isOne = isOneByOne({ tickers });
  if (isOne !== (tickers.layout === 'one') || isOne !== (tickers.paceMs !== undefined))
    addProblem(
      'tickers',
      'must have {market} in the url, "layout": "one" and paceMs, or none of them',
      problems,
    );
  if (isOne && tickers.requests.length > 1)
    addProblem('tickers.requests', 'must be a single request if each is for one market', problems);
  if (isOne && !markets)
    addProblem('markets', 'is missing: {market} needs the ids of a market list', problems);
  for (const [i, { url }] of (markets?.requests ?? []).entries())
    if (url.includes(MARKET_IN_URL))
      addProblem(at('markets.requests', i), 'must not have {market} in the url', problems);
}

/** Checks that involve several members. */
function checkTogether(
  { hosts, markets, tickers, codes: own = {} }: ExchangeDefinition,
  problems: Problems,
): void {
  const named = new Set(hosts);
  for (const [place, section] of Object.entries({ markets, tickers }))
    for (const [i, { url }] of (section?.requests ?? []).entries())
      if (!named.has(new URL(url).host))
        addProblem(at(`${place}.requests`, i), `hosts does not have ${new URL(url).host}`, problems);
  const isLinked = 'id' in tickers.market;
  if (isLinked && !markets)
    addProblem('tickers.market.id', 'needs a market list: markets is missing', problems);
  if (!isLinked && markets)
    addProblem('tickers.market', 'must be {"id": ...}, the id in the market list', problems);
  checkOneByOne({ markets, tickers }, problems);
  const { baseVolume, quoteVolume } = tickers.fields;
  if (!baseVolume && !quoteVolume)
    addProblem(
      'tickers.fields',
      'must have baseVolume, quoteVolume or both: prices are weighted with it',
      problems,
    );
  for (const section of [markets, tickers])
    if (section?.market && 'case' in section.market && section.market.case === 'keep') return;
  for (const code of Object.keys(own))
    if (code !== code.toUpperCase())
      addProblem(
        at('codes', code),
        'must be in upper case: own codes are converted to upper case first',
        problems,
      );
}
