import type { Alert, AlertDelivery, AlertEndpoint, Asset, Exchange, Market } from '@tidemark/sdk';
import { flagWords } from '../../format/flags.ts';
import { instantText } from '../../format/time.ts';
import { durationText } from './duration.ts';

/** Records by id, for alerts that name an id; a list that has not loaded is empty. */
export interface Names {
  readonly assets: ReadonlyMap<string, Asset>;
  readonly markets: ReadonlyMap<string, Market>;
  readonly exchanges: ReadonlyMap<string, Exchange>;
}

export interface StateWords {
  readonly tag: string;
  readonly about: string;
  readonly isWarning: boolean;
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** When the alert fires, in one sentence without its full stop. */
export function ruleSentence(alert: Alert, names: Names): string {
  const { type, threshold = '', percent = '', withinSeconds = 0, forSeconds = 0, flags = [] } = alert;
  const index = indexTitle(alert.index, names);
  switch (type) {
    case 'ABOVE':
      return `${index} above ${priceText(threshold, alert, names)}`;
    case 'BELOW':
      return `${index} below ${priceText(threshold, alert, names)}`;
    case 'MOVED':
      return `${index} moves by ${percent}% within ${durationText(withinSeconds)}`;
    case 'DEVIATION':
      return `${index} and ${indexTitle(alert.otherIndex, names)} differ by ${percent}%`;
    case 'FLAG':
      return `${index} has the flag ${flags.map((flag) => flagWords(flag).title).join(' or ')}`;
    case 'STALE':
      return `${index} has no new value for ${durationText(forSeconds)}`;
    case 'EXCHANGE_DOWN':
      return `${exchangeTitle(alert, names)} sends no ticker for ${durationText(forSeconds)}`;
    case 'GAP':
      return 'Ticks are missing';
    case 'DAMAGE':
      return 'Stored data is damaged or lost';
    default:
      // Of a newer service.
      return String(type);
  }
}

/** What else the client has set, in a few words each. */
export function ruleDetails(alert: Alert, names: Names): readonly string[] {
  const { type, hysteresis, ignoreFlagged, cooldownSeconds, endpointIds } = alert;
  const isPrice = type === 'ABOVE' || type === 'BELOW';
  const back = hysteresis && (isPrice ? priceText(hysteresis, alert, names) : `${hysteresis}%`);
  return [
    ...(back ? [`hysteresis ${back}`] : []),
    ...(ignoreFlagged ? [] : ['flagged values count']),
    ...(cooldownSeconds > 0 ? [`cool-down ${durationText(cooldownSeconds)}`] : []),
    ENDPOINT_COUNTS[endpointIds.length] ?? `${endpointIds.length} endpoints`,
  ];
}

const ENDPOINT_COUNTS = ['websocket only', '1 endpoint'];

export const isSilenced = ({ silencedUntil }: Alert, now: number): boolean =>
  silencedUntil !== undefined && Date.parse(silencedUntil) > now;

/** `now`: market time. */
export function stateWords(alert: Alert, now: number): StateWords {
  const { state, enabled, firedAt, silencedUntil } = alert;
  const silence = isSilenced(alert, now) ? [`until ${utc(silencedUntil!)}`] : [];
  if (state === 'FIRING') {
    const others = [...(enabled ? [] : ['disabled']), ...silence.map((until) => `silenced ${until}`)];
    return { tag: 'Firing', about: [`since ${utc(firedAt!)}`, ...others].join(', '), isWarning: true };
  }
  if (state === undefined)
    return { tag: 'Not shown', about: 'this token lacks a scope of its data', isWarning: false };
  const about = firedAt === undefined ? [] : [`last fired ${utc(firedAt)}`];
  if (!enabled) return { tag: 'Disabled', about: about.join(), isWarning: false };
  return {
    tag: silence.length > 0 ? 'Silenced' : 'Waiting',
    about: [...silence, ...about].join(', '),
    isWarning: false,
  };
}

/** What became of a message, such as "fired 2026-01-31 12:00:30 UTC: delivered". */
export function deliveryText(delivery: AlertDelivery): string {
  const { type, status, attempts, timestamp, createdAt, nextAttemptAt } = delivery;
  const what = `${type.replace('alert.', '')} ${utc(timestamp ?? createdAt)}`;
  if (status === 'DELIVERED') return `${what}: delivered`;
  const why = problemText(delivery);
  if (status === 'DEAD') return `${what}: not delivered, ${why}`;
  if (attempts === 0 || nextAttemptAt === undefined) return `${what}: being sent`;
  return `${what}: ${why}, next attempt ${utc(nextAttemptAt)}`;
}

const PROBLEMS: Readonly<Record<string, string>> = {
  TIMEOUT: 'the receiver did not answer in time',
  DNS: 'the name of the receiver cannot be resolved',
  ADDRESS: 'the receiver has an address that the service does not connect to',
  CONNECTION: 'no connection, or no valid certificate',
  EXPIRED: 'no attempt succeeded within 72 hours',
  GONE: 'the receiver answered 410, which disables the endpoint',
  FULL: 'too many messages waited for the endpoint',
  ENDPOINT: 'the endpoint was deleted or is disabled',
  SCOPE: 'the client is disabled or may no longer read the data',
};

export function problemText({
  problem,
  responseStatus,
}: Pick<AlertDelivery, 'problem' | 'responseStatus'>): string {
  const known = problem && PROBLEMS[problem];
  if (known) return known;
  return responseStatus === undefined ? 'for an unknown reason' : `the receiver answered ${responseStatus}`;
}

export const endpointTitle = ({ name, url }: Pick<AlertEndpoint, 'name' | 'url'>): string => name ?? url;

export const utc = (datetime: string): string => `${instantText(Date.parse(datetime))} UTC`;

/** As the client named it; an id gets the name that it has now. */
function indexTitle(given = '', { assets, markets }: Names): string {
  if (!ID.test(given)) return given;
  const asset = assets.get(given);
  return asset ? `${asset.symbol} (${asset.name})` : (markets.get(given)?.name ?? given);
}

const exchangeTitle = ({ exchangeId = '' }: Alert, { exchanges }: Names): string =>
  exchanges.get(exchangeId)?.name ?? exchangeId;

function priceText(quantity: string, { indexType, indexId = '' }: Alert, { markets }: Names): string {
  const unit = indexType === 'MWA' ? markets.get(indexId)?.quoteSymbol : 'USD';
  const [whole = '', decimals] = quantity.split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return [decimals === undefined ? grouped : `${grouped}.${decimals}`, unit].filter(Boolean).join(' ');
}
