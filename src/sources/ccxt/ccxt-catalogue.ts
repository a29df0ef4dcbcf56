import { ccxtIds, loadCcxtClass, type CcxtInstance } from './ccxt-library.ts';

/** What ccxt says of an exchange without asking it. */
export interface CcxtEntry {
  readonly key: string;
  readonly name: string;
  /** Whether it has spot markets and gives all tickers at once: others cannot be read. */
  readonly isReadable: boolean;
  /** Hosts that public requests about spot markets may go to. */
  readonly hosts: readonly string[];
}

/** Keys of URLs that no request of ours goes to: what needs an account, and derivatives. */
const NOT_ASKED =
  /private|zendesk|test|^[def]api|papi|future|swap|contract|delivery|option|perp|margin|account|linear|inverse/i;

export async function ccxtEntry(id: string): Promise<CcxtEntry> {
  const Exchange = await loadCcxtClass(id);
  return entryOf(new Exchange({}));
}

/** All that can be read, in the order of their keys. */
export async function readableOfCcxt(): Promise<readonly CcxtEntry[]> {
  const entries: CcxtEntry[] = [];
  for (const id of ccxtIds()) {
    const Exchange = await loadCcxtClass(id);
    const instance = new Exchange({});
    const entry = entryOf(instance);
    if (entry.isReadable && instance.alias !== true) entries.push(entry);
  }
  return entries;
}

function entryOf(instance: CcxtInstance): CcxtEntry {
  const { id, name, has, urls, hostname = '' } = instance;
  const all = urlsIn(urls['api'], []);
  const asked = all.filter(({ keys }) => !keys.some((key) => NOT_ASKED.test(key)));
  const hosts = (asked.length > 0 ? asked : all).map(({ url }) => url.replaceAll('{hostname}', hostname));
  return {
    key: id,
    name,
    isReadable: has['fetchTickers'] === true && has['spot'] === true,
    hosts: [...new Set(hosts.flatMap((url) => (URL.canParse(url) ? [new URL(url).host] : [])))].toSorted(),
  };
}

interface NamedUrl {
  readonly keys: readonly string[];
  readonly url: string;
}

/** ccxt's URLs are a text, or texts by what they are for, several levels deep. */
function urlsIn(value: unknown, keys: readonly string[]): readonly NamedUrl[] {
  if (typeof value === 'string') return [{ keys, url: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => urlsIn(inner, [...keys, key]));
}
