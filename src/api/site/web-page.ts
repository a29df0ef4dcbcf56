import type { IncomingMessage } from 'node:http';
import { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { hostNameOf } from '../http/host-names.ts';
import type { RequestLog } from '../http/request-log.ts';
import type { TrustedProxies } from '../http/limits/trusted-proxies.ts';
import type { Call } from '../http/routing/call.ts';
import { namesHtml } from '../http/answers/negotiation.ts';
import { HTML_TYPE, IMMUTABLE } from '../http/answers/page.ts';
import type { AnswerHeaders, Responder } from '../http/answers/responder.ts';
import { READ_METHODS, type Done, type Route } from '../http/routing/routing.ts';
import type { WebFile, WebFiles } from './web-files.ts';

export interface WebPageOptions {
  readonly basePath: string;
  readonly baseUrlConfigured: boolean;
  readonly wsUrlConfigured: boolean;
  readonly wsUrl: string;
  /** Marks data that are not from real exchanges. */
  readonly sourceHeader: Readonly<Record<string, string>>;
}

export interface WebPageParts {
  readonly responder: Responder;
  readonly requestLog: RequestLog;
  readonly proxies: TrustedProxies;
  /** The short page, for clients that do not ask for HTML explicitly. */
  readonly home: Route;
}

/** All assets share one metric. */
const ASSET_LABEL = '/assets/:file';
const ASKED_EVERY_TIME = 'no-cache';
const INDEX_VARY = 'Accept, Accept-Encoding';
const ASSET_VARY = 'Accept-Encoding';

const ISOLATION = {
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Device permissions, all of which are turned off. */
const PERMISSIONS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
]
  .map((name) => `${name}=()`)
  .join(', ');

/** `/` and `/assets/*`: the built page. Its views use the part after `#`, so there are no other paths. */
export function webPageRoutes(files: WebFiles, options: WebPageOptions, parts: WebPageParts): Route[] {
  return [indexRoute(files.index, options, parts), ...files.assets.map((file) => assetRoute(file, parts))];
}

function indexRoute(
  index: Buffer,
  options: WebPageOptions,
  { home, proxies, ...parts }: WebPageParts,
): Route {
  const prepared = new PreparedAnswer(Buffer.from(placed(index.toString(), options.basePath)));
  const headersFor = (request: IncomingMessage): AnswerHeaders => ({
    maxAgeSeconds: 0,
    cacheControl: ASKED_EVERY_TIME,
    contentType: HTML_TYPE,
    vary: INDEX_VARY,
    extra: {
      'content-security-policy': policyFor(proxies.hostOf(request), options),
      'permissions-policy': PERMISSIONS,
      ...ISOLATION,
      ...options.sourceHeader,
    },
  });
  const handle = (call: Call): Done => {
    const { request } = call;
    if (!namesHtml(request.headers.accept)) return home.handle(call);
    return send(call, parts, prepared, headersFor(request));
  };
  return { methods: READ_METHODS, path: '/', handle };
}

function assetRoute({ name, contentType, answer, isHashed }: WebFile, parts: WebPageParts): Route {
  const headers: AnswerHeaders = {
    maxAgeSeconds: 0,
    cacheControl: isHashed ? IMMUTABLE : ASKED_EVERY_TIME,
    contentType,
    vary: ASSET_VARY,
    // A worker has the policy of its own file.
    extra: { 'content-security-policy': WORKER_POLICY, ...ISOLATION },
  };
  const handle = (call: Call): Done => send(call, parts, answer, headers);
  return { methods: READ_METHODS, path: `/${name}`, label: ASSET_LABEL, handle };
}

function send(
  call: Call,
  { responder, requestLog }: Pick<WebPageParts, 'responder' | 'requestLog'>,
  answer: Parameters<Responder['send']>[1],
  headers: AnswerHeaders,
): Done {
  const status = responder.send(call, answer, headers);
  if (status instanceof Promise) return status.then((sent) => requestLog.answered(call, sent));
  requestLog.answered(call, status);
}

/** The page loads its parts relative to the base path, whether or not the address ends in a slash. */
function placed(html: string, basePath: string): string {
  const base = `${basePath}/`.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html
    .replaceAll(/ (href|src)="\.\//g, (_, name: string) => ` ${name}="${base}`)
    .replace('<html', () => `<html data-base="${base}"`);
}

/** Other characters could have a meaning in a policy. */
const PLAIN_HOST = /^[\w.:[\]-]+$/;

const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

/**
 * Nothing from other servers, nothing inline, no framing. Some browsers do not accept `'self'` for a
 * websocket of the same host, so it is named; with a public URL, the page connects to that.
 */
function policyFor(host: string, options: WebPageOptions): string {
  const isPublic = options.baseUrlConfigured || options.wsUrlConfigured;
  const isHost = PLAIN_HOST.test(host) && hostNameOf(host) !== undefined;
  const own = isHost ? [`ws://${host}`, `wss://${host}`] : [];
  const sockets = new Set([...own, ...(isPublic ? [new URL(options.wsUrl).origin] : [])]);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...sockets].join(' '),
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
