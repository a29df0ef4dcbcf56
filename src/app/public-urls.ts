import { isIP } from 'node:net';
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
  const tls = settings.tlsCert === undefined ? '' : 's';
  const host = CALLABLE[settings.host] ?? settings.host;
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const baseUrl = settings.baseUrl ?? `http${tls}://${authority}`;
  return {
    baseUrl,
    wsUrl: settings.wsUrl ?? settings.baseUrl?.replace(/^http/, 'ws') ?? `ws${tls}://${authority}`,
    basePath: new URL(baseUrl).pathname.replace(/\/+$/, ''),
  };
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
