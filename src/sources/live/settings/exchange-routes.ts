import type { SettingKind } from '../../../core/setting.ts';

/** How requests to an exchange go; with neither they go to the exchange itself. */
export interface Route {
  /** An HTTP proxy, with its user and password where it wants them. */
  readonly proxy?: string | undefined;
  /** A server that gets the full address of each request as its path. */
  readonly gateway?: string | undefined;
}

/** How to reach exchanges: those that are not named go as `proxy` and `gateway` say. */
export interface NetworkSettings extends Route {
  readonly byExchange?: Readonly<Record<string, Route>>;
}

export function routeOf({ proxy, gateway, byExchange }: NetworkSettings, exchange: string): Route {
  return byExchange?.[exchange] ?? { proxy, gateway };
}

/** One part of a setting: for the exchange that it names, or for all that are not named. Without an address: direct. */
interface Part {
  readonly exchange?: string;
  readonly address?: string;
}

const DIRECT = new Set(['none', 'direct']);
const NAMED = /^([a-z0-9-]{2,40})=(.*)$/is;

/**
 * `URL`, `kraken=URL`, `kraken=direct`, or several of them with commas between. The value stays text; what is secret in it
 * (user and password of a proxy) is left out wherever it is shown.
 */
export function routeSetting(mayHaveUser: boolean): SettingKind<string> {
  return {
    placeholder: '[NAME=]URL|direct,...',
    parse: (text) =>
      partsOf(text).every((part) => isPart(part, mayHaveUser)) ? text.replaceAll(/\s/g, '') : undefined,
    expects: `must be an address such as http://127.0.0.1:3128${mayHaveUser ? '' : ' without a user'}, or a list such as kraken=http://127.0.0.1:3128,okx=direct`,
    conceal: concealed,
  };
}

/** Without users and passwords. Of a text that is no address, all that may be one is left out. */
export function concealed(text: string): string {
  const parts = partsOf(text);
  if (!parts.every((part) => isPart(part, true))) return text.replace(/^.*@/s, '***@');
  return parts
    .map(({ exchange, address = 'direct' }) => {
      const shown = address.replace(/\/\/[^/]*@/, '//***@');
      return exchange === undefined ? shown : `${exchange}=${shown}`;
    })
    .join(',');
}

/** What settings say, once they have no problems. */
export function networkOf(proxy: string | undefined, gateway: string | undefined): NetworkSettings {
  const [proxies, gateways] = [partsOf(proxy), partsOf(gateway)];
  const named = (parts: readonly Part[], kind: keyof Route) =>
    parts.flatMap(({ exchange, address }) =>
      exchange === undefined
        ? []
        : [[exchange, address === undefined ? {} : ({ [kind]: address } as Route)] as const],
    );
  const other = (parts: readonly Part[]) => parts.find(({ exchange }) => exchange === undefined)?.address;
  return {
    proxy: other(proxies),
    gateway: other(gateways),
    byExchange: Object.fromEntries([...named(proxies, 'proxy'), ...named(gateways, 'gateway')]),
  };
}

/** What is wrong with both settings together; `exchanges` are those that are read, where that is known. */
export function routeProblems(
  proxy: string | undefined,
  gateway: string | undefined,
  exchanges?: readonly string[],
): readonly string[] {
  const [proxies, gateways] = [partsOf(proxy), partsOf(gateway)];
  return [
    ...ownProblems('--exchange-proxy', proxies, exchanges),
    ...ownProblems('--exchange-gateway', gateways, exchanges),
    ...sharedProblems(proxies, gateways),
  ];
}

function ownProblems(flag: string, parts: readonly Part[], exchanges?: readonly string[]): readonly string[] {
  const names = parts.map(({ exchange }) => exchange);
  const twice = [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
  const unknown = names.filter((name) => name !== undefined && exchanges?.includes(name) === false);
  return [
    ...twice.map((name) =>
      name === undefined
        ? `${flag} has two addresses without a name: give one for all exchanges that are not named`
        : `${flag} names ${name} twice`,
    ),
    ...unknown.map((name) => `${flag} names ${name}, which is not one of the exchanges that are read`),
  ];
}

function sharedProblems(proxies: readonly Part[], gateways: readonly Part[]): readonly string[] {
  const named = new Set(gateways.map(({ exchange }) => exchange));
  const inBoth = proxies.filter(({ exchange }) => exchange !== undefined && named.has(exchange));
  const forAll = (parts: readonly Part[]) =>
    parts.some(({ exchange, address }) => exchange === undefined && address !== undefined);
  return [
    ...inBoth.map(
      ({ exchange }) => `${exchange} is named in --exchange-proxy and in --exchange-gateway: name it in one`,
    ),
    ...(forAll(proxies) && forAll(gateways)
      ? ['--exchange-proxy and --exchange-gateway both have an address for all exchanges: leave one out']
      : []),
  ];
}

function partsOf(text: string | undefined): readonly Part[] {
  if (text === undefined) return [];
  return text.split(',').map((part) => {
    const [, name, rest = part] = NAMED.exec(part.trim()) ?? [];
    const address = rest.trim().replace(/\/+$/, '');
    return {
      ...(name === undefined ? {} : { exchange: name.toLowerCase() }),
      ...(DIRECT.has(address) ? {} : { address }),
    };
  });
}

function isPart({ address }: Part, mayHaveUser: boolean): boolean {
  if (address === undefined) return true;
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return (protocol === 'http:' || protocol === 'https:') && (mayHaveUser || username + password === '');
}
