import { existsSync } from '../../../disk/files.ts';
import { ccxtIds, isKnownToCcxt } from '../ccxt/ccxt-library.ts';
import { ccxtEntry, ccxtSurvey, type CcxtEntry } from '../ccxt/ccxt-catalogue.ts';
import type { Readability } from '../ccxt/ccxt-readability.ts';
import { STREAMED } from '../ccxt/ccxt-streams.ts';
import { isOneByOne } from '../declared/exchange-definition.ts';
import { configuredExchanges, configuredNetwork } from '../settings/configured-exchanges.ts';
import { DERIVATIVES } from '../settings/derivatives-profiles.ts';
import { DEFAULT_EXCHANGE_NAMES, exchangeNameOf } from '../settings/exchange-profiles.ts';
import { routeOf, type NetworkSettings } from '../settings/exchange-routes.ts';
import { supplyOptions } from '../supply/supply-settings.ts';
import { similarNames } from '../settings/similar-names.ts';
import type { SourceOptions } from '../../source-definition.ts';

export interface SelectableExchange {
  readonly key: string;
  readonly name: string;
  /** Whether a file declares it or ccxt supports it. */
  readonly by: 'file' | 'ccxt';
  /** How its tickers are read, or `not`. */
  readonly how: Readability['how'];
  /** Why it cannot be read, or which exchange it is another name of. */
  readonly note?: string;
  /** Whether the settings name it. */
  readonly isConfigured: boolean;
  /** Whether it is read by default. */
  readonly isCurated: boolean;
}

/** Exchanges that settings name, and all that they could name; `withAll` includes those that cannot be read. */
export async function selectableExchanges(
  options: SourceOptions,
  withAll = false,
): Promise<readonly SelectableExchange[]> {
  const { exchanges, declared } = configuredExchanges(options);
  const files = declared.map(({ key, name, tickers }): SelectableExchange => ({
    key,
    name,
    by: 'file',
    how: isOneByOne({ tickers }) ? 'one by one' : 'at once',
    isConfigured: true,
    isCurated: false,
  }));
  const ofCcxt = (await ccxtSurvey()).map((entry): SelectableExchange => ({
    key: entry.key,
    name: entry.key in DEFAULT_EXCHANGE_NAMES ? exchangeNameOf(entry.key) : entry.name,
    by: 'ccxt',
    ...readingOf(entry),
    isConfigured: exchanges.includes(entry.key),
    isCurated: entry.key in DEFAULT_EXCHANGE_NAMES,
  }));
  const shown = ofCcxt.filter(({ how, isConfigured }) => withAll || isConfigured || how !== 'not');
  return [...files, ...shown].toSorted((a, b) => a.key.localeCompare(b.key));
}

function readingOf({ readability, variantOf }: CcxtEntry): Pick<SelectableExchange, 'how' | 'note'> {
  const { how } = readability;
  if (how === 'not') return { how, note: readability.reason };
  return variantOf === undefined ? { how } : { how, note: `interface of ${variantOf}` };
}

/** Explains that a name is neither a file nor a ccxt id, with suggestions; undefined if it is one of them. */
export function unknownExchange(name: string): string | undefined {
  const key = name.toLowerCase();
  if (existsSync(name) || isKnownToCcxt(key) || Object.hasOwn(DERIVATIVES, key)) return undefined;
  if (/[/.]/.test(name)) return `there is no file ${name}`;
  const [first, ...more] = similarNames(key, [...new Set([...ccxtIds(), ...Object.keys(DERIVATIVES)])]);
  const meant = first === undefined ? '' : `; did you mean ${[first, ...more].join(' or ')}?`;
  const hint = "'tidemark sources list' shows all that can be read";
  return `'${name}' is neither a file nor an exchange that ccxt knows${meant} (${hint})`;
}

export interface CalledHost {
  readonly host: string;
  /** Keys of the exchanges that may call it, or `supplies`. */
  readonly exchanges: readonly string[];
}

export interface CalledHosts {
  readonly hosts: readonly CalledHost[];
  /** Proxies and gateways that receive the requests and forward them to the hosts. */
  readonly through: readonly CalledThrough[];
}

export interface CalledThrough {
  readonly host: string;
  readonly by: 'proxy' | 'gateway';
  readonly exchanges: readonly string[];
}

/** The hosts that requests and sockets of the configured exchanges may go to. */
export async function calledHosts(options: SourceOptions): Promise<CalledHosts> {
  const { exchanges, declared, derivatives } = configuredExchanges(options);
  const network = configuredNetwork(options);
  const { endpoint } = supplyOptions(options);
  const supplies = endpoint ? [{ key: 'supplies', hosts: [new URL(endpoint.url).host] }] : [];
  const contracts = derivatives.map((key) => ({ key, hosts: DERIVATIVES[key]?.hosts ?? [] }));
  const ofCcxt = await Promise.all(exchanges.map(ccxtEntry));
  const sockets = exchanges.map((key) => ({ key, hosts: STREAMED[key] ?? [] }));
  const entries = [...declared, ...ofCcxt, ...sockets, ...contracts, ...supplies];
  const byHost = new Map<string, string[]>();
  for (const { key, hosts } of entries)
    for (const host of hosts) byHost.set(host, [...new Set([...(byHost.get(host) ?? []), key])]);
  const hosts = [...byHost]
    .map(([host, keys]) => ({ host, exchanges: keys }))
    .toSorted((a, b) => a.host.localeCompare(b.host));
  return { hosts, through: calledThrough(network, entries) };
}

function calledThrough(
  network: NetworkSettings,
  exchanges: readonly { readonly key: string }[],
): readonly CalledThrough[] {
  const found = new Map<string, { host: string; by: CalledThrough['by']; exchanges: string[] }>();
  for (const key of new Set(exchanges.map((each) => each.key))) {
    const { proxy, spareProxies = [], gateway } = routeOf(network, key);
    const by = gateway === undefined ? 'proxy' : 'gateway';
    for (const address of [gateway ?? proxy, ...spareProxies]) {
      if (address === undefined) continue;
      const { host } = new URL(address);
      const known = found.get(`${by} ${host}`);
      if (known) known.exchanges.push(key);
      else found.set(`${by} ${host}`, { host, by, exchanges: [key] });
    }
  }
  return [...found.values()].toSorted((a, b) => a.host.localeCompare(b.host));
}
