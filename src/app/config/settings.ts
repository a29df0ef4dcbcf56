import {
  duration,
  choice,
  optional,
  path,
  setting,
  toggle,
  wholeNumber,
  nonEmptyText,
  decimalNumber,
  type Setting,
  type SettingKind,
} from '../../core/setting.ts';
import { DEFAULT_KEEP_PLAN, keepPlan } from './keep-plan.ts';
import { QUANTITY_FORMS } from '../../contract/quantities.ts';
import type { SourceOptions } from '../../sources/source-definition.ts';
import type { SourceTable } from '../../sources/source-table.ts';
import type { ClusterServers, ServerAddress } from './server-address.ts';
import type { Millis } from '../../core/time.ts';
import { audienceUrls, byteCount, backfillDepth, cidrs, instant, origins, url } from './setting-kinds.ts';

/** The parts of the service that may run in processes of their own. */
export const ROLES = ['collect', 'compute', 'serve'] as const;
export type Role = (typeof ROLES)[number];

/** Every setting of the service; sources define their own. The name gives the key, the flag and the variable. */
export const SETTINGS = {
  host: setting(nonEmptyText, '127.0.0.1', 'Address to listen on'),
  port: setting(wholeNumber(0, 65_535), 8080, 'Port to listen on; 0 picks a free one'),
  data: setting(path, './data', 'Data directory'),
  maxDisk: setting(
    byteCount,
    20 * 2 ** 30,
    'Maximum size of the data directory, such as 500MiB or 20GiB; at least 1GiB (small world: 24MiB). At the limit, the back-fill pauses and the oldest recorded inputs are deleted; history is never deleted',
  ),
  keepInputs: optional(
    duration,
    'How long the inputs of ticks are kept for receipts and verification, such as 90m, 24h or 7d; by default 7d with live data and 24h otherwise',
  ),
  keepReceipts: setting(
    keepPlan,
    DEFAULT_KEEP_PLAN,
    'Receipts to keep forever: names, `@` and daily times, each with UTC or an IANA time zone; several groups are separated by `;`, and `off` keeps none. See docs/run/disk.md',
  ),
  scrubEvery: optional(
    duration,
    'How often all stored data is checked in the background, such as 12h or 7d (by default 1d); each check is spread over that time',
  ),
  timestampUrl: optional(
    url('http:', 'https:'),
    'URL of a timestamp authority (RFC 3161) that stamps the signed head of each day, which proves that the head was not signed later; tokens are signed, so http is safe. See docs/run/publish-heads.md',
  ),
  baseUrl: optional(
    url('http:', 'https:'),
    'Public URL of the REST API as clients see it, with a base path if a proxy adds one; by default derived from host and port',
  ),
  wsUrl: optional(
    url('ws:', 'wss:'),
    'Public URL of the websocket as clients see it; by default derived from baseUrl, or from host and port',
  ),
  audiences: optional(
    audienceUrls,
    'Additional audiences to accept in token requests, for clients that still use the audiences of another service: ws and wss URLs mean the websocket, all others REST. The token itself names baseUrl or wsUrl, with `--compat original` the requested audience; see docs/start/migrate.md',
  ),
  // `settingsWith` replaces this entry: choices and default depend on the sources of the product.
  source: setting(nonEmptyText, '', 'Where tickers come from'),
  tiers: optional(
    path,
    'File with your own tiers for exchanges, instead of the shipped ones; see docs/trust/tiers.md',
  ),
  strictFlags: setting(
    toggle,
    false,
    'Also flag a GWA as THIN if a single exchange of tier A could move it; ticks are then recorded with methodology `3 strict`. All nodes of a service must use the same setting; see docs/trust/resistance.md',
  ),
  record: optional(
    path,
    'Folder in which to record everything that the source delivers, for replay with --source replay',
  ),
  speed: setting(
    decimalNumber(0.01, 10_000),
    1,
    'How fast market time runs; simulated and replayed data only',
  ),
  start: optional(instant, 'Market time at which a new simulated world begins; by default now'),
  backfill: setting(
    backfillDepth,
    'auto',
    'How much history before the first tick to store in advance. Simulated world: `auto` (200 days for the 50 largest assets, 2 days for all others, and end-of-day records for several years), a number of days for all assets, or `off`, which also turns off modelling on demand. Live exchanges (end-of-day records from their daily candles): `auto` (30 days), a number of days, or `off`',
  ),
  demo: optional(
    toggle,
    'Enable the built-in client `demo` (secret `demo`, all data scopes); by default only on a loopback address, and never with live data. On a loopback address, requests must then use a loopback host name or that of baseUrl or wsUrl',
  ),
  publicLookups: setting(
    toggle,
    false,
    'Serve /asset, /market and /exchange without a token; with `--compat original` also /convert',
  ),
  compat: setting(
    choice(['off', 'original']),
    'off',
    'Answer in the shapes of the original v3 service, for clients that check them strictly; `Tidemark-Compat: off` on a request, or `?compat=off` on the websocket, opts out. See docs/start/migrate.md',
  ),
  rapidapi: setting(
    toggle,
    false,
    'Serve clients that come through RapidAPI: paths without /v3, and a long-lived token in X-RapidAPI-Key. See docs/start/migrate.md',
  ),
  publicPage: setting(
    toggle,
    false,
    'Show the views Market, Asset and Indices of the page to visitors without a client; see docs/use/page.md',
  ),
  webhookPrivateRanges: optional(
    cidrs,
    'Private addresses and ranges that webhooks of alerts may be sent to, such as 10.1.0.0/16; by default none. See docs/use/alerts.md',
  ),
  corsOrigins: setting(origins, ['*'], 'Origins whose pages may call the API; no cookies are ever used'),
  rateLimit: setting(
    wholeNumber(0, 1_000_000),
    0,
    'Data requests per second that each client may send; 0 means no limit',
  ),
  visitorRate: setting(
    wholeNumber(0, 1_000_000),
    20,
    'Data requests per second that one address (IPv6: one /64 network) may send with tokens of publicPage, after its burst; 0 means no limit',
  ),
  visitorBurst: setting(
    wholeNumber(1, 1_000_000),
    100,
    'Burst of data requests that one address may send with tokens of publicPage',
  ),
  visitorQueue: setting(
    wholeNumber(0, 1000),
    4,
    'Maximum number of long requests that wait while another one runs, per address with tokens of publicPage',
  ),
  visitorStreamConnections: setting(
    wholeNumber(1, 1_000_000),
    32,
    'Maximum number of websocket connections per address with tokens of publicPage',
  ),
  minReadRate: setting(
    wholeNumber(0, 2 ** 30),
    16_384,
    'Minimum rate, in bytes per second averaged over 30 s, at which a client must read a large response; a slower connection is closed. 0 means no limit',
  ),
  quantities: setting(
    choice(QUANTITY_FORMS),
    'string',
    'How REST responses write quantities if the request does not say: as JSON strings, or as numbers with the same digits',
  ),
  trustProxy: optional(cidrs, 'Proxies whose X-Forwarded-For and X-Forwarded-Host headers are trusted'),
  tlsCert: optional(path, 'Certificate chain (PEM) to serve TLS with; needs tlsKey'),
  tlsKey: optional(path, 'Private key (PEM) of tlsCert'),
  metricsPort: optional(
    wholeNumber(0, 65_535),
    'Serve /metrics on a port of its own, without a token, instead of on the API port; 0 picks a free one',
  ),
  metricsHost: setting(
    nonEmptyText,
    '127.0.0.1',
    'Address of metricsPort; if it is not a loopback address, other machines can read the metrics',
  ),
  logLevel: setting(
    choice(['debug', 'info', 'warn', 'error', 'silent']),
    'info',
    'Minimum level of log lines',
  ),
  logFormat: optional(
    choice(['json', 'pretty']),
    'Format of log lines; by default pretty on a terminal, otherwise JSON',
  ),
  accessLog: setting(toggle, false, 'Log every request, not only failed and slow ones'),
  slowRequestMs: setting(wholeNumber(1, 3_600_000), 1000, 'Log requests that take longer than this as slow'),
  headersTimeoutMs: setting(
    wholeNumber(100, 600_000),
    10_000,
    'A client must send its request headers within this time',
  ),
  requestTimeoutMs: setting(
    wholeNumber(100, 600_000),
    15_000,
    'A client must send its whole request within this time',
  ),
  idleTimeoutMs: setting(
    wholeNumber(100, 600_000),
    75_000,
    'A connection without a request is closed after this time',
  ),
  maxConnections: optional(
    wholeNumber(16, 1_000_000),
    'Maximum number of open connections; by default 20000, or as many as the limit of open files allows',
  ),
  maxConnectionsPerAddress: setting(
    wholeNumber(1, 1_000_000),
    256,
    'Maximum number of connections without a valid token from one address (IPv6: one /64 network); loopback addresses and trustProxy may have more',
  ),
  streamConnections: setting(
    wholeNumber(1, 1_000_000),
    1000,
    'Maximum number of websocket connections per client',
  ),
  streamSubscriptions: setting(
    wholeNumber(1, 1_000_000),
    10_000,
    'Maximum number of subscriptions per websocket connection',
  ),
  streamBurst: setting(
    wholeNumber(1, 1_000_000),
    2000,
    'Burst of messages that a websocket connection may send',
  ),
  streamRate: setting(
    wholeNumber(1, 1_000_000),
    100,
    'Messages per second that a websocket connection may send after its burst',
  ),
  streamBacklogBytes: setting(
    wholeNumber(65_536, 2 ** 30),
    8 * 2 ** 20,
    'Maximum bytes queued for a websocket client before it is disconnected; two full ticks of its subscriptions are always allowed',
  ),
  streamBacklogMs: setting(
    wholeNumber(1000, 600_000),
    30_000,
    'How long a message may be queued for a websocket client before the client is disconnected',
  ),
  streamPingMs: setting(
    wholeNumber(1000, 600_000),
    30_000,
    'How often websocket clients are pinged; a client that is silent for two periods is disconnected',
  ),
  drainTimeoutMs: setting(
    wholeNumber(0, 9000),
    5000,
    'How long a stopping service waits to notify websocket clients and to finish running requests',
  ),
} as const;

type ValueOf<S> = S extends { readonly kind: SettingKind<infer T>; readonly default: unknown }
  ? T
  : S extends { readonly kind: SettingKind<infer T> }
    ? T | undefined
    : never;

/** Settings of a version that can run in several processes; absent in others. */
export interface ScaleOutSettings {
  readonly role: Setting<Role>;
  readonly store: Setting<ServerAddress>;
  readonly bus: Setting<ServerAddress>;
  readonly maxSecretsAge: Setting<Millis> & { readonly default: Millis };
  readonly clusterCredentials: Setting<ClusterServers>;
}

type ValuesOf<Table> = { readonly [K in keyof Table]: ValueOf<Table[K]> };

/** All settings: those of the service, and those of the sources, whose types only the sources know. */
export type Settings = ValuesOf<typeof SETTINGS> & ValuesOf<ScaleOutSettings> & SourceOptions;

export type SettingTable = ReadonlyMap<string, Setting<unknown>>;

/** The parts of a build of the service that determine which settings it has. */
export interface Product {
  readonly sources: SourceTable;
  readonly scaleOut?: ScaleOutSettings | undefined;
}

/** The settings of the service and of every source, in the order in which they are explained. */
export function settingsWith({ sources, scaleOut }: Product): SettingTable {
  const ofSources = sources.all.flatMap(({ settings }) => Object.entries(settings));
  const all = Object.entries(SETTINGS).flatMap(([name, own]): [string, unknown][] => {
    if (name === 'source') return [[name, sourceSetting(sources)], ...ofSources];
    return name === 'data' ? [[name, own], ...Object.entries(scaleOut ?? {})] : [[name, own]];
  }) as [string, Setting<unknown>][];
  const table = new Map(all);
  if (table.size < all.length) throw new Error('a setting is declared twice');
  return table;
}

function sourceSetting(sources: SourceTable): Setting<string> & { readonly default: string } {
  const all = sources.all.map(({ name, description }) => `\`${name}\` (${description})`).join(', ');
  return setting(choice(sources.names), sources.defaultSource.name, `Where tickers come from: ${all}`);
}

export function variableOf(name: string): string {
  return `TIDEMARK_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
