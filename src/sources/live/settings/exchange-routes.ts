import type { SettingKind } from '../../../core/setting.ts';

/** How requests reach an exchange; without proxy and gateway they are sent directly. */
export interface ExchangeRoute {
  /** HTTP proxy, with user and password if it requires them. */
  readonly proxy?: string | undefined;
  /** Used in turn if the previous proxy cannot be reached or refuses to connect. */
  readonly spareProxies?: readonly string[] | undefined;
  /** Server that receives the requests, with the full address of each as its path. */
  readonly gateway?: string | undefined;
}

/** Routes to exchanges; `proxy` and `gateway` apply to those not in `byExchange`. */
export interface NetworkSettings extends ExchangeRoute {
  readonly byExchange?: Readonly<Record<string, ExchangeRoute>>;
}

export function routeOf(
  { proxy, spareProxies, gateway, byExchange }: NetworkSettings,
  exchange: string,
): ExchangeRoute {
  return byExchange?.[exchange] ?? { proxy, spareProxies, gateway };
}

/** One part of the setting: for the named exchange, or for all that are not named. Without an address: direct. */
interface Part {
  readonly exchange?: string;
  readonly address?: string;
}

const DIRECT = new Set(['none', 'direct']);
const NAMED = /^([a-z0-9-]{2,40})=(.*)$/is;

/**
 * `URL`, `kraken=URL`, `kraken=direct`, or several of them separated by commas. The value stays text; secrets in it
 * (user and password of a proxy) are hidden wherever it is shown.
 */
export function routeSetting(mayHaveUser: boolean): SettingKind<string> {
  return {
    placeholder: '[NAME=]URL|direct,...',
    parse: (text) =>
      partsOf(text).every((part) => isPart(part, mayHaveUser)) ? text.replaceAll(/\s/g, '') : undefined,
    expects: `must be an address such as http://127.0.0.1:3128${mayHaveUser ? '' : ' without a user'}, or a list such as kraken=http://127.0.0.1:3128,okx=direct`,
    explainError: (text) =>
      partsOf(text).every(({ address = '' }) => !URL.canParse(address) || isUserEncoded(new URL(address)))
        ? undefined
        : 'write a percent sign in a user or password as %25',
    redact: redacted,
  };
}

/** Hides users and passwords. In a text that is not an address, everything that may be one is hidden. */
export function redacted(text: string): string {
  const parts = partsOf(text);
  if (!parts.every((part) => isPart(part, true))) return text.replace(/^.*@/s, '***@');
  return parts
    .map(({ exchange, address = 'direct' }) => {
      const shown = address.replace(/\/\/[^/]*@/, '//***@');
      return exchange === undefined ? shown : `${exchange}=${shown}`;
    })
    .join(',');
}

/** Converts valid settings. Several proxies of one exchange, or of all, form a list. */
export function parseRoutes(proxy: string | undefined, gateway: string | undefined): NetworkSettings {
  const [proxies, gateways] = [partsOf(proxy), partsOf(gateway)];
  const namedIn = (parts: readonly Part[]) => new Set(parts.flatMap(({ exchange }) => exchange ?? []));
  const addressesOf = (parts: readonly Part[], name: string | undefined) =>
    parts.flatMap(({ exchange, address }) => (exchange === name ? (address ?? []) : []));
  const proxiesOf = (name: string | undefined): ExchangeRoute => {
    const [first, ...spareProxies] = addressesOf(proxies, name);
    return {
      ...(first === undefined ? {} : { proxy: first }),
      ...(spareProxies.length > 0 ? { spareProxies } : {}),
    };
  };
  const gatewayOf = (name: string | undefined): ExchangeRoute => {
    const [address] = addressesOf(gateways, name);
    return address === undefined ? {} : { gateway: address };
  };
  return {
    ...proxiesOf(undefined),
    ...gatewayOf(undefined),
    byExchange: Object.fromEntries([
      ...[...namedIn(proxies)].map((name) => [name, proxiesOf(name)] as const),
      ...[...namedIn(gateways)].map((name) => [name, gatewayOf(name)] as const),
    ]),
  };
}

/** Problems of both settings together; `exchanges` are those that are read, if known. */
export function routeProblems(
  proxy: string | undefined,
  gateway: string | undefined,
  exchanges?: readonly string[],
): readonly string[] {
  const [proxies, gateways] = [partsOf(proxy), partsOf(gateway)];
  return [
    ...ownProblems('--exchange-proxy', proxies, withoutRepeats(proxies), exchanges),
    ...ownProblems('--exchange-gateway', gateways, gateways, exchanges),
    ...sharedProblems(proxies, gateways),
  ];
}

/** Different addresses of one name form a list; `direct` or a repeated address cannot be part of it. */
function withoutRepeats(parts: readonly Part[]): readonly Part[] {
  return parts.filter((part, i) => {
    const others = parts.slice(0, i).filter(({ exchange }) => exchange === part.exchange);
    const addresses = [part, ...others].map(({ address }) => address);
    const isList = !addresses.includes(undefined) && new Set(addresses).size === addresses.length;
    return others.length === 0 || !isList;
  });
}

function ownProblems(
  flag: string,
  parts: readonly Part[],
  /** Parts whose names must be unique. */
  single: readonly Part[],
  exchanges?: readonly string[],
): readonly string[] {
  const names = parts.map(({ exchange }) => exchange);
  const each = single.map(({ exchange }) => exchange);
  const twice = [...new Set(each.filter((name, i) => each.indexOf(name) !== i))];
  const unknown = [...new Set(names)].filter(
    (name) => name !== undefined && exchanges?.includes(name) === false,
  );
  return [
    ...twice.map((name) =>
      name === undefined
        ? `${flag} has two addresses without an exchange name: give one for all other exchanges`
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
  const url = new URL(address);
  const { protocol, username, password } = url;
  const isUser = username + password === '' || (mayHaveUser && isUserEncoded(url));
  return (protocol === 'http:' || protocol === 'https:') && isUser;
}

/** Whether every percent sign in user and password starts an encoded character. */
function isUserEncoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(`${username}:${password}`);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
