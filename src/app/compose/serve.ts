import type { RequestListener, Server } from 'node:http';
import type { Connections } from '../../api/connections.ts';
import { createRest } from '../../api/rest/rest.ts';
import { createStream } from '../../api/stream/create-stream.ts';
import { streamMetrics } from '../../api/stream/stream-metrics.ts';
import type { ClientRegistry } from '../../auth/client-registry.ts';
import type { SigningKeys } from '../../auth/signing-keys.ts';
import type { TokenUsage } from '../../auth/token-usage.ts';
import type { Listening } from '../../bus/bus.ts';
import { monotonicMs, type Clock } from '../../core/clock.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import type { HeadReader, SignedHead } from '../../core/integrity-head.ts';
import { ServingClock } from '../../core/serving-clock.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import { ContractAnswers } from '../../latest/contract-answers.ts';
import { Lookups } from '../../latest/lookups.ts';
import type { MarketTopics } from '../../latest/market-topics.ts';
import { MarketVersions } from '../../latest/market-versions.ts';
import type { Receipts } from '../../receipts/receipts.ts';
import type { ContractReader } from '../../reference/contract-store.ts';
import { acceptedHosts } from '../config/public-urls.ts';
import type { Settings } from '../config/settings.ts';
import { Board, type MarketBoard } from '../serve/board.ts';
import { DerivativesBoard, type ShownDerivatives } from '../serve/derivatives-board.ts';
import { MarketCapReferences } from '../serve/market-cap-references.ts';
import { readVersion } from '../version.ts';
import type { Surroundings } from './surroundings.ts';

/** How far history may still change behind the ticks: what is filled in or modelled is not cached, nor shown half. */
export interface PastProgress {
  /** From this instant on values do not change any more. */
  settledFrom(): Millis;
  /** The day whose end-of-day records are not made yet, where there is one. */
  openSeamDay(): Millis | undefined;
}

/** All that the serving part knows of the others. */
export interface ServePorts {
  readonly bus: Listening<MarketTopics>;
  readonly history: HistoryReader;
  readonly receipts: Receipts;
  readonly contracts: ContractReader;
  readonly dayHeads: HeadReader;
  /** A version of the reference data by its name. */
  readonly findReference: (hash: string) => Promise<ReferenceContent | undefined>;
  /** Versions of the reference data before this one, oldest first. */
  readonly earlierReferences: (hash: string) => Iterable<ReferenceContent>;
  readonly past: PastProgress;
  readonly marketClock: Clock;
  readonly clients: ClientRegistry;
  readonly keys: SigningKeys;
  /** Their public halves are shown, and nothing is signed here. */
  readonly integrityKeys: Pick<SigningKeys, 'publicKeys'>;
  readonly usage: TokenUsage;
}

/** Where clients reach it. */
export interface ServedAt {
  readonly server: Server;
  readonly connections: Connections;
  readonly baseUrl: string;
  readonly wsUrl: string;
  /** The path of `baseUrl`. */
  readonly basePath: string;
  /** Whether the built-in client exists. */
  readonly demo: boolean;
}

/** The latest of everything, and what it is found with. */
interface Shown {
  readonly market: MarketBoard;
  readonly derivatives: ShownDerivatives;
  readonly lookups: Lookups;
}

/** Three refreshes missed: what is served is no longer fresh. */
const STALE_AFTER_MS = 3 * SLOT_MS;

/** Websocket clients are told of a restart one after the other, over no more than this. */
const MOST_STREAM_DRAIN_MS = 2000;

/** The part that answers clients. It follows the bus from the moment it is made. */
export class Serving {
  /** Market time as requests see it. */
  readonly clock: ServingClock;
  readonly #ports: ServePorts;
  readonly #surroundings: Surroundings;
  readonly #versions: MarketVersions;
  readonly #board: Board;
  readonly #derivatives: DerivativesBoard;
  #head: SignedHead | undefined;
  #streamDrainMs = 0;

  constructor(ports: ServePorts, surroundings: Surroundings) {
    this.#ports = ports;
    this.#surroundings = surroundings;
    const { bus, history, contracts, findReference, earlierReferences } = ports;
    const { log, lifecycle } = surroundings;
    this.clock = new ServingClock(ports.marketClock);
    this.#versions = new MarketVersions({
      find: findReference,
      earlier: earlierReferences,
      failed: (error) => log.error({ err: error }, 'a version of the reference data cannot be served'),
    });
    this.#board = new Board({
      bus,
      versions: this.#versions,
      newestValues: (notBefore) => history.newestValues(notBefore),
      onShown: (at) => this.clock.show(at),
      failed: (error) => log.error({ err: error }, 'a refresh cannot be shown'),
    });
    lifecycle.started('board', () => this.#board.close());
    const unsubscribe = bus.subscribe('head', (head) => {
      if (head.slot > (this.#head?.slot ?? -Infinity)) this.#head = head;
    });
    lifecycle.started('head', unsubscribe);
    this.#derivatives = new DerivativesBoard({
      bus,
      contracts,
      failed: (error) => log.error({ err: error }, 'derivatives cannot be shown'),
    });
    lifecycle.started('derivatives board', () => this.#derivatives.close());
  }

  /** How long telling websocket clients of the end took: part of the time that requests under way have. */
  get streamDrainMs(): Millis {
    return this.#streamDrainMs;
  }

  /** Puts routes onto the server once there is something of everything; what it resolves with opens the rest. */
  async open(at: ServedAt): Promise<Opening> {
    const shown = await this.#shown();
    this.#addReadiness(shown);
    const { settings, wallClock, log, registry, readiness } = this.#surroundings;
    const { market, derivatives, lookups } = shown;
    const { history, receipts, past, dayHeads, clients, keys, integrityKeys, usage } = this.#ports;
    const app = createRest(
      at.server,
      {
        ...market,
        lookups,
        versions: this.#versions,
        history,
        receipts,
        contracts: new ContractAnswers(derivatives.book),
        derivativeTickers: derivatives.tickers,
        marketCapsWithChanges: new MarketCapReferences(history, market.marketCaps),
        settledFrom: () => past.settledFrom(),
        heldDay: () => past.openSeamDay(),
        head: () => this.#head,
        dayHeads,
        marketClock: this.clock,
        marketSpeed: settings.speed,
        clients,
        keys,
        integrityKeys,
        usage,
        wallClock,
        log,
        registry,
        readiness,
        connections: at.connections,
      },
      { ...settings, ...at, ...shownSettings(this.#surroundings, at.demo) },
    );
    return {
      openStream: () => this.#openStream(at, market),
      handle: (request, response) => app.handle(request, response),
    };
  }

  async #shown(): Promise<Shown> {
    const [market, derivatives] = await Promise.all([this.#board.ready, this.#derivatives.ready]);
    return { market, derivatives, lookups: new Lookups(this.#versions) };
  }

  #openStream(at: ServedAt, { tickers, indexTickers }: MarketBoard): void {
    const { settings, wallClock, log, registry, lifecycle } = this.#surroundings;
    const { history, clients, keys } = this.#ports;
    const stream = createStream(
      at.server,
      {
        versions: this.#versions,
        tickers,
        indexTickers,
        history,
        feed: this.#board.feed,
        clients,
        keys,
        wallClock,
        marketClock: this.clock,
        log,
        metrics: streamMetrics(registry),
        onHandshake: (socket) => at.connections.upgrading(socket),
        onKnown: (socket) => at.connections.know(socket),
      },
      { ...settings, ...at, ...shownSettings(this.#surroundings, at.demo), limits: streamLimits(settings) },
    );
    const spreadMs = Math.min(MOST_STREAM_DRAIN_MS, settings.drainTimeoutMs / 2);
    lifecycle.started('stream', async () => {
      const startedAt = monotonicMs();
      await stream.close(spreadMs);
      this.#streamDrainMs = monotonicMs() - startedAt;
    });
  }

  #addReadiness({ market, derivatives, lookups }: Shown): void {
    const { readiness } = this.#surroundings;
    const isFresh = ({ at }: { readonly at: Millis }) => this.clock.now() - at < STALE_AFTER_MS;
    readiness.add({
      name: 'catalogue',
      ready: () => lookups.catalogue.assets.length > 0,
      why: () => 'no exchange has been read yet: tidemark sources status says why',
    });
    readiness.add({ name: 'tickers', ready: () => isFresh(market.tickers) });
    readiness.add({ name: 'indices', ready: () => isFresh(market.indexTickers) });
    readiness.add({ name: 'derivatives', ready: () => isFresh(derivatives.tickers) });
  }
}

/** Routes are made; what is left happens at once, when all that they need is there. */
export interface Opening {
  openStream(): void;
  readonly handle: RequestListener;
}

function shownSettings({ settings, sources }: Surroundings, demo: boolean) {
  return {
    origin: sources.named(settings.source).origin,
    acceptedHosts: acceptedHosts(settings, demo),
    baseUrlConfigured: settings.baseUrl !== undefined,
    wsUrlConfigured: settings.wsUrl !== undefined,
    serveMetrics: settings.metricsPort === undefined,
    version: readVersion(),
  };
}

function streamLimits(settings: Settings) {
  return {
    connections: settings.streamConnections,
    subscriptions: settings.streamSubscriptions,
    burst: settings.streamBurst,
    perSecond: settings.streamRate,
    backlogBytes: settings.streamBacklogBytes,
    backlogMs: settings.streamBacklogMs,
    pingMs: settings.streamPingMs,
  };
}
