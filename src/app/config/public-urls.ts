import { isIP } from 'node:net';
import type { DataOrigin } from '../../core/data-origin.ts';
import { isLoopbackAddress } from '../../core/network/loopback.ts';
import type { Settings } from './settings.ts';

export interface PublicUrls {
  readonly baseUrl: string;
  readonly wsUrl: string;
  /** Path of base_url without a trailing slash; empty where it has none. */
  readonly basePath: string;
}

/** Addresses that mean every interface cannot be called; this machine's own name for itself can. */
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

/** How this process is reached, whatever stands in front of it. */
export function ownUrls(
  settings: Pick<Settings, 'tlsCert' | 'host'>,
  port: number,
): Pick<PublicUrls, 'baseUrl' | 'wsUrl'> {
  const tls = settings.tlsCert === undefined ? '' : 's';
  const host = CALLABLE[settings.host] ?? settings.host;
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  return { baseUrl: `http${tls}://${authority}`, wsUrl: `ws${tls}://${authority}` };
}

/** Whether only this machine reaches what listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host);
}

/** Unless the operator has decided: live data are never served to a client that has not been added. */
export function hasDemoClient({ demo, host }: Pick<Settings, 'demo' | 'host'>, origin: DataOrigin): boolean {
  return demo ?? (origin !== 'live' && isLoopback(host));
}

/**
 * Host names that are accepted beside the loopback ones; undefined where any is. The secret of the demo client is
 * public, so where only this machine is meant to reach it, a page that calls the service by a name of its own is
 * refused. An operator who configures a public name or an audience means it, and one who asks for the demo client on another address
 * has opened it to all.
 */
export function acceptedHosts(settings: Settings, demo: boolean): readonly string[] | undefined {
  if (!demo || !isLoopback(settings.host)) return undefined;
  const urls = [settings.baseUrl, settings.wsUrl, ...(settings.audiences ?? [])];
  const configured = urls.filter((url) => url !== undefined);
  return configured.map((url) => new URL(url).hostname);
}
