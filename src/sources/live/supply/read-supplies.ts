import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import { readRegularFile } from '../../../disk/regular-file.ts';
import { fieldTimestamp } from '../declared/declared-numbers.ts';
import { listsAt, lookupOf, type Entry } from '../declared/entry-path.ts';
import { quotedNumbers } from '../declared/quoted-numbers.ts';
import { checkReply, type ExchangeRequests } from '../http/exchange-http.ts';
import { PollFailure } from '../ports/poll-failure.ts';
import type { SupplyEndpoint, SupplyReading } from './supply-endpoint.ts';
import type { SupplyMapping } from './supply-mapping.ts';
import {
  isAbove,
  isInFuture,
  supplyOf,
  type NamedSupply,
  type RefusedSupply,
  type SupplyRow,
} from './supply-row.ts';

export interface SupplyReader {
  readonly http: Pick<ExchangeRequests, 'send'>;
  readonly clock: Clock;
  readonly endpoint: SupplyEndpoint;
}

/** Free plans allow a few requests a minute, and an hour is long enough for all of them. */
const BETWEEN_PAGES_MS = 10 * SECOND_MS;
const MAX_ROWS = 20_000;
const MAX_REFUSED = 2000;
/** Maximum length of a name or a number. */
const MAX_CHARACTERS = 200;
/** Characters that could control a terminal: names are shown to the operator. */
const CONTROL_CHARACTERS = /\p{C}/u;
const KEY = /^[\x21-\x7e]{1,4096}$/;

/** Reads all pages of the address; if one of them fails, the whole reading fails. */
export async function readSupplies(
  { http, clock, endpoint }: SupplyReader,
  signal: AbortSignal,
): Promise<Extract<SupplyReading, { outcome: 'read' }>> {
  const { mapping } = endpoint;
  const headers = { accept: 'application/json', ...keyHeader(endpoint) };
  const rows: SupplyRow[] = [];
  const refused: RefusedSupply[] = [];
  let entries = 0;
  for (const [page, url] of addresses(endpoint).entries()) {
    if (page > 0) await clock.wait(BETWEEN_PAGES_MS, signal);
    const answer = await http.send(url, { method: 'GET', headers }, signal);
    checkReply(answer, clock.now());
    if (answer.status >= 400) throw refusal(answer.status);
    const list = entriesIn(answer.text, mapping);
    entries += list.length;
    if (entries > MAX_ROWS) throw new PollFailure('too-large', `more than ${MAX_ROWS} entries`);
    for (const entry of list) take(entry, mapping, clock.now(), rows, refused);
    if (list.length < (mapping.pages?.size ?? Infinity)) break;
  }
  if (rows.length === 0)
    throw new PollFailure('implausible', `none of ${entries} entries has a supply: check the mapping`);
  return { outcome: 'read', rows, refused: refused.slice(0, MAX_REFUSED) };
}

/** One address per page; a single one if the address has no placeholder for a page. */
function addresses({ url, mapping: { pages } }: SupplyEndpoint): readonly string[] {
  if (!pages || !/\{(?:page|offset)\}/.test(url)) return [url];
  return Array.from({ length: pages.most }, (_, i) =>
    url.replace('{page}', String(pages.from + i)).replace('{offset}', String(i * pages.size)),
  );
}

function refusal(status: number): PollFailure {
  const hint = status === 401 ? ': is the key right?' : '';
  return new PollFailure(status === 401 ? 'refused' : 'exchange-error', `status ${status}${hint}`);
}

function keyHeader({ mapping, keyFile }: SupplyEndpoint): Readonly<Record<string, string>> {
  if (keyFile === undefined || !mapping.key) return {};
  const { header, prefix = '' } = mapping.key;
  return { [header]: `${prefix}${keyIn(keyFile)}` };
}

function keyIn(file: string): string {
  let key: string;
  try {
    key = readRegularFile(file).toString('utf8').trim();
  } catch (error) {
    throw new PollFailure('refused', 'the key file cannot be read', { cause: error });
  }
  if (!KEY.test(key)) throw new PollFailure('refused', 'the key file does not contain a valid key');
  return key;
}

function entriesIn(text: string, { list }: SupplyMapping): readonly Entry[] {
  let answer: unknown;
  try {
    answer = JSON.parse(quotedNumbers(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new PollFailure('not-json', 'the response is not valid JSON');
  }
  return listsAt(answer, list).flatMap(({ list: found, group }) => {
    if (!Array.isArray(found))
      throw new PollFailure('implausible', 'the answer has no list at the path of the mapping');
    return found.map((value: unknown) => ({ value, group, answer }));
  });
}

/** Entries without a supply are common; entries with an invalid one are reported. */
function take(
  entry: Entry,
  mapping: SupplyMapping,
  now: Millis,
  rows: SupplyRow[],
  refused: RefusedSupply[],
): void {
  const { fields } = mapping;
  const [total, free] = [textAt(entry, fields.totalSupply), textAt(entry, fields.freeFloatSupply)];
  const named = namedIn(entry, mapping);
  if (total === undefined || free === undefined || !named) return;
  const [totalSupply, freeFloatSupply] = [supplyOf(total), supplyOf(free)];
  const asOf = asOfIn(entry, fields, now);
  const refuse = (why: string) => void refused.push({ ...named, why });
  if (totalSupply === undefined || freeFloatSupply === undefined)
    refuse(`${total} and ${free} are not valid supplies`);
  else if (isAbove(freeFloatSupply, totalSupply))
    refuse(`its free float ${free} is above its total ${total}`);
  else if (asOf === undefined) refuse('its time is invalid or in the future');
  else rows.push({ ...named, totalSupply, freeFloatSupply, asOf });
}

function namedIn(entry: Entry, { fields, slugs = {} }: SupplyMapping): NamedSupply | undefined {
  const [assetId, own, symbol, name] = [fields.assetId, fields.slugName, fields.symbol, fields.name].map(
    (path) => textAt(entry, path),
  );
  const slugName = own !== undefined && Object.hasOwn(slugs, own) ? slugs[own] : own;
  const place = own ?? symbol ?? assetId;
  return place === undefined ? undefined : { place, assetId, slugName, symbol, name };
}

function textAt(entry: Entry, path: string | undefined): string | undefined {
  const value = path === undefined ? undefined : lookupOf(path)(entry);
  if (typeof value !== 'string' || value === '' || value.length > MAX_CHARACTERS) return undefined;
  return CONTROL_CHARACTERS.test(value) ? undefined : value;
}

/** Without a time, the supply is dated now. */
function asOfIn(entry: Entry, { asOf }: SupplyMapping['fields'], now: Millis): Millis | undefined {
  if (!asOf) return now;
  const at = fieldTimestamp(lookupOf(asOf.path)(entry), asOf);
  return at === undefined || isInFuture(at, now) ? undefined : at;
}
