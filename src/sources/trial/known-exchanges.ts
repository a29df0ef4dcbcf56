import { ccxtEntry, readableOfCcxt } from '../ccxt/ccxt-catalogue.ts';
import { configuredExchanges, configuredNetwork } from '../live/configured-exchanges.ts';
import { CURATED, nameOf } from '../live/exchange-profiles.ts';
import type { SourceOptions } from '../source-definition.ts';

export interface KnownExchange {
  readonly key: string;
  readonly name: string;
  /** What says how it is read. */
  readonly by: 'file' | 'ccxt';
  /** Whether the settings name it. */
  readonly isConfigured: boolean;
  /** Whether it is read unless the settings say otherwise. */
  readonly isCurated: boolean;
}

/** Those that settings name, and all that they could name. */
export async function knownExchanges(options: SourceOptions): Promise<readonly KnownExchange[]> {
  const { exchanges, declared } = configuredExchanges(options);
  const files = declared.map(({ key, name }): KnownExchange => ({
    key,
    name,
    by: 'file',
    isConfigured: true,
    isCurated: false,
  }));
  const ofCcxt = (await readableOfCcxt()).map(({ key, name }): KnownExchange => ({
    key,
    name: key in CURATED ? nameOf(key) : name,
    by: 'ccxt',
    isConfigured: exchanges.includes(key),
    isCurated: key in CURATED,
  }));
  return [...files, ...ofCcxt].toSorted((a, b) => a.key.localeCompare(b.key));
}

export interface CalledHost {
  readonly host: string;
  /** Keys of the exchanges that may call it. */
  readonly exchanges: readonly string[];
}

export interface CalledHosts {
  readonly hosts: readonly CalledHost[];
  /** The proxy or gateway that requests go to instead; it calls the hosts. */
  readonly through?: string;
}

/** The hosts that requests of the configured exchanges may go to. */
export async function calledHosts(options: SourceOptions): Promise<CalledHosts> {
  const { exchanges, declared } = configuredExchanges(options);
  const entries = [...declared, ...(await Promise.all(exchanges.map(ccxtEntry)))];
  const byHost = new Map<string, string[]>();
  for (const { key, hosts } of entries)
    for (const host of hosts) byHost.set(host, [...(byHost.get(host) ?? []), key]);
  const hosts = [...byHost]
    .map(([host, keys]) => ({ host, exchanges: keys }))
    .toSorted((a, b) => a.host.localeCompare(b.host));
  const { proxy, gateway = proxy } = configuredNetwork(options);
  return { hosts, ...(gateway === undefined ? {} : { through: new URL(gateway).host }) };
}
