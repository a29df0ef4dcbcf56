import { tokenRequestBody } from '../support/service-process.ts';

/** One thing that clients ask for. The bare server answers with the bytes that the service gave at the start. */
export interface RestCase {
  readonly name: string;
  readonly path: string;
  /** A body makes it a POST of JSON; it may name the service's own URL. */
  readonly body?: (baseUrl: string) => string;
  /** CPU of a bare Fastify route, as a share of the service's. */
  readonly wantedRatio?: number;
  readonly wantedPerSecond?: number;
}

const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';

/** The table: a new case is a line here. */
export const REST_CASES: readonly RestCase[] = [
  { name: 'one asset', path: `/v3/asset/${BTC}`, wantedRatio: 0.7 },
  { name: 'all assets', path: '/v3/asset', wantedRatio: 0.8 },
  { name: 'all markets', path: '/v3/market', wantedRatio: 0.8 },
  { name: 'token issue', path: '/v3/oauth/token', body: tokenRequestBody, wantedPerSecond: 2000 },
];
