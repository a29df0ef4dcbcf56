import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { RaisedAlert } from '../../alerts/rules/raised-alert.ts';
import { Audiences, type AudienceOptions } from '../../auth/audiences.ts';
import type { ClientRegistry } from '../../auth/client-registry.ts';
import type { LongLivedTokens } from '../../auth/tokens/long-lived-tokens.ts';
import type { SigningKeys } from '../../auth/signing-keys.ts';
import { TokenVerifier } from '../../auth/tokens/token-verifier.ts';
import type { Subscribable } from '../../bus/bus.ts';
import type { Listeners } from '../../core/async/listeners.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import type { DataOrigin } from '../../core/data-origin.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import type { ExchangeTickers } from '../../latest/tickers/exchange-tickers.ts';
import type { IndexTickers } from '../../latest/indices/index-tickers.ts';
import type { MarketFeed } from '../../latest/market/market-topics.ts';
import type { MarketVersions } from '../../latest/market/market-versions.ts';
import { OriginalMessages } from '../compat/original-messages.ts';
import type { OriginalRecords } from '../compat/original-records.ts';
import { AlertChannel } from './channels/alert-channel.ts';
import { HostNames } from '../http/host-names.ts';
import { TrustedProxies } from '../http/limits/trusted-proxies.ts';
import { sourceHeader } from '../http/headers.ts';
import type { Call } from '../http/routing/call.ts';
import { Cors } from '../http/routing/cors.ts';
import { IndexNames } from '../../latest/indices/index-names.ts';
import { fedChannel, type FedChannel } from './channels/fed-channel.ts';
import { Handshake } from './connection/handshake.ts';
import { IndexChannel } from './channels/index-channel.ts';
import type { StreamLimits } from './connection/limits.ts';
import { EVENT_LOOP, type Loop } from '../../core/async/loop.ts';
import { ReplayPages } from './replay/replay-pages.ts';
import type { StreamMetrics } from './stream-metrics.ts';
import { Stream } from './stream.ts';
import { TickerChannel } from './channels/ticker-channel.ts';
import { Timestamps } from './frames/timestamps.ts';
import { TradeChannel } from './channels/trade-channel.ts';

type RaisedAlerts = Pick<Listeners<readonly RaisedAlert[]>, 'add'>;

/** The parts of the websocket API and of server-sent events. */
export interface StreamData {
  readonly versions: MarketVersions;
  readonly tickers: ExchangeTickers;
  readonly indexTickers: IndexTickers;
  readonly history: HistoryReader;
  /** Published data: `tickers` and `indexTickers` are updated first. */
  readonly feed: Subscribable<MarketFeed>;
  readonly clients: ClientRegistry;
  readonly keys: SigningKeys;
  readonly longLived: LongLivedTokens;
  readonly wallClock: Clock;
  readonly marketClock: Clock;
  /** Alerts that fire or resolve; absent if this process has none. */
  readonly alerts?: RaisedAlerts | undefined;
  readonly metrics: StreamMetrics;
  readonly log: Logger;
  readonly loop?: Loop;
  /** A websocket was requested; its token is not checked yet. */
  readonly onHandshake?: (socket: Socket) => void;
  readonly onKnown?: (socket: Socket) => void;
  /** Which pages may read server-sent events; none of other origins by default. */
  readonly cors?: Cors;
  /** Called when the head of an answer with server-sent events is sent. */
  readonly answered?: (call: Call, status: number) => void;
}

export interface StreamSettings extends AudienceOptions {
  readonly source: string;
  readonly origin: DataOrigin;
  readonly limits: StreamLimits;
  /** Host names accepted besides the loopback ones; absent: any name. */
  readonly acceptedHosts?: readonly string[] | undefined;
  readonly trustProxy?: readonly string[] | undefined;
  /** Set if clients get the shapes of the original service, unless they opt out. */
  readonly original?: OriginalRecords | undefined;
}

/** Adds the websocket to the server. The caller adds the route of server-sent events. */
export function createStream(server: Server, data: StreamData, settings: StreamSettings): Stream {
  const { versions, history, keys, clients, longLived, wallClock, marketClock } = data;
  const indices = new IndexChannel(versions, data.indexTickers);
  const audiences = new Audiences(settings);
  return new Stream(server, {
    loop: EVENT_LOOP,
    ...data,
    ...settings,
    source: settings.origin === 'live' ? undefined : settings.source,
    // The table of channels: a new one is a file, its messages, and a line here.
    channels: [
      fedChannel('tickers', new TickerChannel({ versions, marketClock }, data.tickers.refresh)),
      fedChannel('indices', indices),
      fedChannel('trades', new TradeChannel(versions)),
      ...(data.alerts ? [alertChannel(data.alerts)] : []),
    ],
    ...(settings.original && { shapes: new OriginalMessages(settings.original) }),
    indices,
    names: new IndexNames(versions, data.indexTickers),
    events: {
      cors: data.cors ?? new Cors([]),
      sourceHeader: sourceHeader(settings),
      answered: data.answered ?? (() => undefined),
    },
    pages: new ReplayPages(history, indices),
    timestamps: new Timestamps(wallClock),
    verifier: new TokenVerifier({
      keys,
      clients,
      longLived,
      clock: wallClock,
      issuer: settings.baseUrl,
      audiences,
      kind: 'stream',
    }),
    proxies: new TrustedProxies(settings.trustProxy),
    handshake: new Handshake(settings.wsUrl, new HostNames(settings.acceptedHosts), wallClock),
  });
}

/** Alerts do not come from the market. */
function alertChannel(raised: RaisedAlerts): FedChannel {
  const channel = new AlertChannel();
  return { channel, listen: (_feed, receive) => raised.add((all) => receive(channel.publish(all))) };
}
