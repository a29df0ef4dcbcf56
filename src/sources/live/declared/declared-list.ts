import type { ReplyTimes } from '../http/reply-times.ts';
import { checkEntryCount } from '../ports/list-limits.ts';
import { PollFailure } from '../ports/poll-failure.ts';
import { listsAt, lookupOf, type Entry } from './entry-path.ts';
import {
  MARKET_IN_URL,
  type Condition,
  type DeclaredRequest,
  type MarketSection,
  type TickerSection,
} from './exchange-definition.ts';
import { refuseMaintenance } from './maintenance.ts';
import { quotedNumbers } from './quoted-numbers.ts';

/** Sends a request and returns the reply, or fails with a `PollFailure`. Undefined: there are no more pages. */
export interface Requester {
  (request: SentRequest, signal: AbortSignal): Promise<string | undefined>;
  /** Times from the headers of its replies; absent if replies do not come over the network. */
  readonly times?: Pick<ReplyTimes, 'begin' | 'time'>;
}

export interface SentRequest {
  readonly url: string;
  readonly body?: unknown;
}

type Section = MarketSection | TickerSection;

/** The entries of a declared list, from all its requests. `place` is the name of the section, for messages. */
export async function entriesOf(
  section: Section,
  place: string,
  ask: Requester,
  signal: AbortSignal,
): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  for (const request of section.requests)
    for (const sent of sentRequests(request)) {
      const text = await ask(sent, signal);
      const entries = text === undefined ? [] : entriesOrMaintenance(text, section, place);
      for (const entry of entries) all.push(entry);
      checkEntryCount(all.length);
      if (entries.length === 0) break;
    }
  return all;
}

/** The entry of one market, by its id in the market list; undefined if there was no reply. */
export async function entryOfMarket(
  section: TickerSection,
  requested: string,
  ask: Requester,
  signal: AbortSignal,
): Promise<Entry | undefined> {
  const [{ url, body }] = section.requests as readonly [DeclaredRequest];
  const sent = { url: url.replaceAll(MARKET_IN_URL, encodeURIComponent(requested)) };
  const text = await ask(body === undefined ? sent : { ...sent, body }, signal);
  const [entry] = text === undefined ? [] : entriesOrMaintenance(text, section, 'tickers');
  return entry && { ...entry, requested };
}

function* sentRequests({ url, body, pages }: DeclaredRequest): Generator<SentRequest> {
  const rest = body === undefined ? {} : { body };
  if (!pages) yield { url, ...rest };
  else
    for (let i = 0; i < pages.most; i++)
      yield { url: url.replaceAll('{page}', String(pages.from + i)), ...rest };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(quotedNumbers(text));
  } catch (error) {
    // Texts of many megabytes exceed the limits of the regular expression; no list is that long.
    if (error instanceof SyntaxError || error instanceof RangeError)
      throw new PollFailure('not-json', 'the response is not valid JSON');
    throw error;
  }
}

/** A reply that is not the list may be a maintenance message, whatever its layout. */
function entriesOrMaintenance(text: string, section: Section, place: string): readonly Entry[] {
  try {
    return entriesIn(parsed(text), section, place);
  } catch (error) {
    if (error instanceof PollFailure) refuseMaintenance(text);
    throw error;
  }
}

function entriesIn(answer: unknown, { good, list: path, layout }: Section, place: string): readonly Entry[] {
  if (good && !conditionOf(good)({ value: answer, answer }))
    throw new PollFailure('exchange-error', `the exchange reports an error in ${good.path}`);
  const found = listsAt(answer, path);
  return found.flatMap(({ list, group }) => {
    if (layout === 'one' && typeof list === 'object' && list !== null)
      return [{ value: list, group, answer }];
    if (isList(list, layout))
      return Object.entries(list).map(([key, value]): Entry => ({
        value,
        ...(layout === 'object' ? { key } : {}),
        group,
        answer,
      }));
    // Beside the lists that `*` matches there may be other members.
    if (path?.includes('*')) return [];
    throw new PollFailure(
      'implausible',
      `${place}.list: the answer has no ${layout === 'one' ? 'entry' : layout} ${path === undefined ? 'at its top' : `at ${path}`}`,
    );
  });
}

function isList(value: unknown, layout: Section['layout']): value is object {
  return typeof value === 'object' && value !== null && Array.isArray(value) === (layout === 'array');
}

/** Whether an entry meets a condition. Numbers are compared as written. */
export function conditionOf({ path, values, not = [] }: Condition): (entry: Entry) => boolean {
  const lookup = lookupOf(path);
  const allowed = values && new Set(values.map(textOf));
  const refused = new Set(not.map(textOf));
  return (entry) => {
    const text = textOf(lookup(entry));
    return allowed ? allowed.has(text) : !refused.has(text);
  };
}

/** An absent value counts as null. Of arrays and objects, only empty ones can be matched: `[]`, `{}`. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
