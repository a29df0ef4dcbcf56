import { isIP } from 'node:net';
import type { DataOrigin } from '../../core/data-origin.ts';
import { isLoopbackAddress } from '../../core/network/loopback.ts';
import type { Settings } from './settings.ts';

export interface PublicUrls {
  readonly baseUrl: string;
  readonly wsUrl: string;
  /** Path of base_url without a trailing slash; empty if it has no path. */
  readonly basePath: string;
}

/** Clients cannot connect to an address that means "all interfaces"; the loopback address replaces it. */
const CALLABLE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** How clients reach the service: as configured, else by host and port. */
export function publicUrls(settings: Settings, port: number): PublicUrls {
  const own = ownUrls(settings, port);
  const baseUrl = settings.baseUrl ?? own.baseUrl;
  return {
    baseUrl,
    wsUrl: settings.wsUrl ?? settings.baseUrl?.replace(/^http/, 'ws') ?? own.wsUrl,
    basePath: new URL(baseUrl).pathname.replace(/\/+$/, ''),
  };
}

/** URLs that reach this process directly, past any proxy. */
export function ownUrls(
  settings: Pick<Settings, 'tlsCert' | 'host'>,
  port: number,
): Pick<PublicUrls, 'baseUrl' | 'wsUrl'> {
  const tls = settings.tlsCert === undefined ? '' : 's';
  const host = CALLABLE[settings.host] ?? settings.host;
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  return { baseUrl: `http${tls}://${authority}`, wsUrl: `ws${tls}://${authority}` };
}

/** Whether only this machine can reach a server that listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host);
}

/** By default live data has no demo client: it is served only to clients that an operator added. */
export function hasDemoClient({ demo, host }: Pick<Settings, 'demo' | 'host'>, origin: DataOrigin): boolean {
  return demo ?? (origin !== 'live' && isLoopback(host));
}

/**
 * Host names that are accepted besides the loopback ones; undefined if every name is. The secret of the demo
 * client is public, so on a loopback address the service refuses requests by other names: a web page could
 * otherwise read it through DNS rebinding. Public URLs and audiences that the operator configured are
 * accepted. An operator who enables the demo client on another address has opened it to all.
 */
export function acceptedHosts(settings: Settings, demo: boolean): readonly string[] | undefined {
  if (!demo || !isLoopback(settings.host)) return undefined;
  const urls = [settings.baseUrl, settings.wsUrl, ...(settings.audiences ?? [])];
  const configured = urls.filter((url) => url !== undefined);
  return configured.map((url) => new URL(url).hostname);
}
