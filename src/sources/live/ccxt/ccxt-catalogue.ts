import { ccxtIds, loadCcxtClass, type CcxtInstance } from './ccxt-library.ts';
import { readabilityOf, variantOf, type Readability } from './ccxt-readability.ts';

/** Facts about an exchange that ccxt knows without a request. */
export interface CcxtEntry {
  readonly key: string;
  readonly name: string;
  readonly readability: Readability;
  /** Set if it is a region, a white label or another name of that exchange. */
  readonly variantOf?: string;
  /** Hosts that public requests about spot markets may go to. */
  readonly hosts: readonly string[];
}

/** Keys of URLs that we never use: private endpoints and derivatives. */
const UNUSED =
  /private|zendesk|test|^[def]api|papi|future|swap|contract|delivery|option|perp|margin|account|linear|inverse/i;

export async function ccxtEntry(id: string): Promise<CcxtEntry> {
  const Exchange = await loadCcxtClass(id);
  return entryOf(new Exchange({}));
}

/** All exchanges in ccxt, sorted by key. */
export async function ccxtSurvey(): Promise<readonly CcxtEntry[]> {
  return Promise.all(ccxtIds().toSorted().map(ccxtEntry));
}

function entryOf(instance: CcxtInstance): CcxtEntry {
  const { id, name, urls, hostname = '' } = instance;
  const all = urlsIn(urls['api'], []);
  const used = all.filter(({ keys }) => !keys.some((key) => UNUSED.test(key)));
  const hosts = (used.length > 0 ? used : all).map(({ url }) => url.replaceAll('{hostname}', hostname));
  const variant = variantOf(instance, new Set(ccxtIds()));
  return {
    key: id,
    name,
    readability: readabilityOf(instance),
    ...(variant === undefined ? {} : { variantOf: variant }),
    hosts: [...new Set(hosts.flatMap((url) => (URL.canParse(url) ? [new URL(url).host] : [])))].toSorted(),
  };
}

interface NamedUrl {
  readonly keys: readonly string[];
  readonly url: string;
}

/** ccxt has one URL as text, or texts by purpose, nested several levels deep. */
function urlsIn(value: unknown, keys: readonly string[]): readonly NamedUrl[] {
  if (typeof value === 'string') return [{ keys, url: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => urlsIn(inner, [...keys, key]));
}
