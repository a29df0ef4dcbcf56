import { endingDays, inTurn, unedited, withNames, withoutMembers, type TextEdit } from './text-edits.ts';

/** What the original service's records and messages lack or write differently. */
export interface OriginalRecords {
  /** By path of the route. */
  ofRoute(path: string): TextEdit;
  /** By event of the websocket. */
  ofMessage(event: string): TextEdit;
}

/** `names`: the names of 1.0.0, by id, of assets and exchanges that have another name today. */
export function originalRecords(names: ReadonlyMap<string, string>): OriginalRecords {
  const named = withNames({ id: 'id', name: 'name' }, names);
  const routes = withPaths({
    '/asset': named,
    '/market': withoutMembers('name', 'baseSymbol', 'quoteSymbol'),
    '/exchange': inTurn(named, withoutMembers('tier')),
    '/exchange-ticker': withoutMembers('ageMs'),
    '/index-ticker': withoutMembers('flags'),
    '/ohlcv': inTurn(withoutMembers('ticks', 'carried', 'flags'), endingDays),
    '/market-cap': withoutMembers('symbol', 'name', 'flags'),
  });
  const messages = new Map([
    ['EXCHANGE_TICKER', withoutMembers('lastMoved', 'flags', 'ageMs')],
    ['INDEX_TICKER', withoutMembers('flags')],
    ['TRADE', withNames({ id: 'exchangeId', name: 'exchange' }, names)],
  ]);
  return {
    ofRoute: (path) => routes.get(path) ?? unedited,
    ofMessage: (event) => messages.get(event) ?? unedited,
  };
}

/** Look-ups also by id. */
function withPaths(edits: Readonly<Record<string, TextEdit>>): ReadonlyMap<string, TextEdit> {
  return new Map(
    Object.entries(edits).flatMap(([path, edit]) => [
      [path, edit],
      ...(LOOKUPS.has(path) ? [[`${path}/{id}`, edit] as const] : []),
    ]),
  );
}

const LOOKUPS: ReadonlySet<string> = new Set(['/asset', '/market', '/exchange']);
