import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { Audiences, type AudienceOptions } from '../../auth/audiences.ts';
import type { ClientRegistry } from '../../auth/client-registry.ts';
import type { SigningKeys } from '../../auth/signing-keys.ts';
import { TokenVerifier } from '../../auth/token-verifier.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../core/clock.ts';
import type { SeriesOrder } from '../../core/series-order.ts';
import type { HistoryStore } from '../../history/history-store.ts';
import type { ExchangeTickers } from '../../latest/exchange-tickers.ts';
import type { IndexTickers } from '../../latest/index-tickers.ts';
import type { ListingKey } from '../../core/listing-key.ts';
import type { ListingOrder } from '../../latest/listing-order.ts';
import type { Lookups } from '../../latest/lookups.ts';
import type { MarketTopics } from '../../latest/market-topics.ts';
import { HostNames } from '../host-names.ts';
import type { Metrics } from '../metrics.ts';
import { Handshake } from './handshake.ts';
import { IndexChannel } from './index-channel.ts';
import type { StreamLimits } from './limits.ts';
import { ListingGroups } from './listing-groups.ts';
import { EVENT_LOOP, type Loop } from './loop.ts';
import { MarketNames } from './market-names.ts';
import { ReplayPages } from './replay-pages.ts';
import { Stream } from './stream.ts';
import { TickerChannel } from './ticker-channel.ts';
import { Timestamps } from './timestamps.ts';
import { TradeChannel } from './trade-channel.ts';

/** What the websocket side of the service is made of. */
export interface StreamData {
  readonly lookups: Lookups;
  readonly listings: ListingOrder;
  readonly series: SeriesOrder;
  /** The listings that deliver single trades. */
  readonly traded: readonly ListingKey[];
  readonly tickers: ExchangeTickers;
  readonly indexTickers: IndexTickers;
  readonly history: HistoryStore;
  readonly bus: Bus<MarketTopics>;
  readonly clients: ClientRegistry;
  readonly keys: SigningKeys;
  readonly wallClock: Clock;
  readonly marketClock: Clock;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly loop?: Loop;
  /** A websocket is asked for; its token is not checked yet. */
  readonly onHandshake?: (socket: Socket) => void;
  readonly onKnown?: (socket: Socket) => void;
}

export interface StreamSettings extends AudienceOptions {
  readonly source: string;
  readonly limits: StreamLimits;
  /** Host names beside the loopback ones; absent where any will do. */
  readonly acceptedHosts?: readonly string[] | undefined;
}

/** Puts the websocket onto the server. */
export function createStream(server: Server, data: StreamData, settings: StreamSettings): Stream {
  const { lookups, listings, series, traded, history, keys, clients, wallClock, marketClock } = data;
  const { catalogue } = lookups;
  const market = { catalogue, groups: new ListingGroups(listings), names: new MarketNames(catalogue) };
  const indices = new IndexChannel(series, data.indexTickers);
  const audience = new Audiences(settings).stream;
  return new Stream(server, {
    loop: EVENT_LOOP,
    ...data,
    ...settings,
    indices,
    tickers: new TickerChannel({ ...market, marketClock }, data.tickers.refresh),
    trades: new TradeChannel({ ...market, traded }),
    pages: new ReplayPages(history, indices),
    timestamps: new Timestamps(wallClock),
    verifier: new TokenVerifier({ keys, clients, clock: wallClock, issuer: settings.baseUrl, audience }),
    handshake: new Handshake(settings.wsUrl, new HostNames(settings.acceptedHosts), wallClock),
  });
}
