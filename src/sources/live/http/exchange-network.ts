import { Agent, ProxyAgent } from 'undici';
import type { Clock } from '../../../core/clock.ts';
import type { NetworkSettings } from '../collect/collector-messages.ts';
import { ExchangeHttp } from './exchange-http.ts';
import { HostBuckets } from './host-buckets.ts';

/** Requests to exchanges outside of the process that reads them all the time. The caller closes it. */
export function openExchangeNetwork(
  { proxy, gateway }: NetworkSettings,
  clock: Clock,
): { readonly http: ExchangeHttp; close(): Promise<void> } {
  const dispatcher =
    proxy === undefined ? new Agent({ allowH2: false }) : new ProxyAgent({ uri: proxy, allowH2: false });
  const http = new ExchangeHttp({ clock, dispatcher, bucketOf: new HostBuckets(clock).of, gateway });
  return { http, close: () => dispatcher.destroy() };
}
