import type { Dispatcher } from 'undici';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { ExchangeHttp, type ExchangeHttpOptions } from '../../../src/sources/live/http/exchange-http.ts';
import { TokenBucket } from '../../../src/sources/live/http/token-bucket.ts';

/** The production client over a dispatcher of the rig, without rate limit. */
export function rigHttp(
  dispatcher: Dispatcher,
  limits: Pick<ExchangeHttpOptions, 'deadlineMs' | 'maxBytes'> = {},
): ExchangeHttp {
  const clock = new SystemClock();
  const bucket = new TokenBucket({ clock, intervalMs: 0, burst: 1 });
  return new ExchangeHttp({ clock, dispatcher, bucketOf: () => bucket, ...limits });
}
