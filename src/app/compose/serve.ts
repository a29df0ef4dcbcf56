import { setImmediate } from 'node:timers/promises';
import { Exports } from '../../api/resources/export/exports.ts';
import { IncompleteRanges } from '../../api/http/answers/incomplete.ts';
import { createRest } from '../../api/rest.ts';
import type { RestApp } from '../../api/server.ts';
import { createStream } from '../../api/stream/create-stream.ts';
import { streamMetrics, type ObservedStream } from '../../api/stream/stream-metrics.ts';
import { monotonicMs } from '../../core/clocks/clock.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { SignedHead } from '../../core/integrity-head.ts';
import { EVENT_LOOP } from '../../core/async/loop.ts';
import { LoopTurns } from '../../core/async/loop-turns.ts';
import { ServingClock } from '../../core/clocks/serving-clock.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import type { ParquetFiles } from '../../values/export/parquet/parquet-files.ts';
import type { PastState } from '../../core/settled-past.ts';
import { runInTurns } from '../../core/async/slices.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import { HistoryCandles } from '../../values/candles/stored-candles.ts';
import { GapReasons } from '../../values/coverage/gap-reasons.ts';
import { StoredCoverage } from '../../values/coverage/stored-coverage.ts';
import { TickSlots } from '../../values/coverage/tick-slots.ts';
import { CompletedHistory } from '../../history/completed-history.ts';
import type { IndexTickers } from '../../latest/indices/index-tickers.ts';
import { ContractAnswers } from '../../latest/derivatives/contract-answers.ts';
import { Lookups } from '../../latest/market/lookups.ts';
import { MarketVersions } from '../../latest/market/market-versions.ts';
import { HeadProver } from '../../values/receipts/head-prover.ts';
import { SignedReceipts } from '../../values/receipts/signed-receipts.ts';
import { ValueProofs } from '../../values/receipts/value-proofs.ts';
import { sha256 } from '../process/sha256.ts';
import { UntradedAssets } from '../../reference/untraded-assets.ts';
import { StoredDayFiles } from '../serve/files/stored-day-files.ts';
import { ParquetThread } from '../operate/export/parquet-thread.ts';
import { observeAbsence } from '../serve/alerts/evaluation.ts';
import { Board, type MarketBoard } from '../serve/board.ts';
import { missedTicks } from '../serve/missed-ticks.ts';
import { pollForOverdueTicks } from '../serve/overdue-ticks.ts';
import { DerivativesBoard, type ShownDerivatives } from '../serve/derivatives-board.ts';
import { SparklineKeeper } from '../serve/sparkline-keeper.ts';
import { RecomputeThread } from '../serve/receipts/recompute-thread.ts';
import { MarketCapReferences } from '../serve/market-cap-references.ts';
import { serviceStatus } from '../serve/service-status.ts';
import { readVersion } from '../process/version.ts';
import type { ServiceContext } from '../process/service-context.ts';
import type { Opening, ServedAt, ServePorts } from './serve-ports.ts';
import { shownSettings, streamLimits } from './served-settings.ts';

interface Shown {
  readonly market: MarketBoard;
  readonly derivatives: ShownDerivatives;
  readonly lookups: Lookups;
}

/** After three missed refreshes the data is stale. */
const STALE_AFTER_MS = 3 * SLOT_MS;

/** On shutdown, closing websocket clients one by one takes at most this long. */
const MAX_STREAM_DRAIN_MS = 2000;

/** `why` says that too few exchanges answer to compute prices. */
export function degradedSources(why: string | undefined): string[] {
  return why === undefined ? [] : [`sources (${why})`];
}

/** The part that answers clients. The constructor subscribes to the bus. */
export class Serving {
  /** Market time as requests see it. */
  readonly clock: ServingClock;
  readonly #ports: ServePorts;
  readonly #surroundings: ServiceContext;
  readonly #untraded: UntradedAssets | undefined;
  readonly #versions: MarketVersions;
  readonly #board: Board;
  readonly #derivatives: DerivativesBoard;
  #head: SignedHead | undefined;
  #stream: ObservedStream | undefined;
  #streamDrainMs = 0;

  constructor(ports: ServePorts, surroundings: ServiceContext) {
    this.#ports = ports;
    this.#surroundings = surroundings;
    const { bus, history, contracts, findReference, earlierReferences } = ports;
    const { log, lifecycle, settings, sources } = surroundings;
    const servesAll = sources.get(settings.source).servesUntraded?.(settings) ?? true;
    this.clock = new ServingClock(ports.marketClock);
    this.#untraded = servesAll ? new UntradedAssets() : undefined;
    this.#versions = new MarketVersions({
      find: findReference,
      earlier: earlierReferences,
      untraded: this.#untraded,
      failed: (error) => log.error({ err: error }, 'a version of the reference data cannot be served'),
    });
    this.#board = new Board({
      bus,
      versions: this.#versions,
      newestValues: (notBefore) => history.newestValues(notBefore),
      storedBetween: (after, before) => missedTicks(history, after, before),
      onShown: (at) => this.clock.show(at),
      failed: (error) => log.error({ err: error }, 'a refresh cannot be shown'),
    });
    lifecycle.started('board', () => this.#board.close());
    if (ports.pollsStoreForTicks) this.#lookForTicks();
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

  /** Call when the store has lost ticks that were shown. */
  storeLostTicks(): void {
    this.#board.storeLostTicks();
  }

  #lookForTicks(): void {
    const close = pollForOverdueTicks({
      clock: this.#ports.marketClock,
      shown: () => this.#board.shownAt,
      look: (slot) => this.#board.showStoredUpTo(slot),
    });
    this.#surroundings.lifecycle.started('overdue ticks', close);
  }

  /** How long closing websocket clients took; it counts towards the drain timeout. */
  get streamDrainMs(): Millis {
    return this.#streamDrainMs;
  }

  /** Creates the routes when every kind of data has arrived. The result opens the server. */
  async open(at: ServedAt): Promise<Opening> {
    // Runs while the first tick is computed.
    const untraded = this.#untraded && runInTurns(this.#untraded.prepare(), EVENT_LOOP);
    const shown = await this.#shown();
    await untraded;
    this.#addReadiness(shown);
    this.#observeMarket(shown.market);
    const { settings, wallClock, log, registry, readiness, lifecycle } = this.#surroundings;
    const { market, derivatives, lookups } = shown;
    const {
      history,
      onDemand,
      receipts,
      kept,
      past,
      dayHeads,
      clients,
      keys,
      integrityKeys,
      longLived,
      usage,
    } = this.#ports;
    const completed = onDemand ? new CompletedHistory(history, onDemand) : history;
    const settled = {
      settledFrom: () => past.settledFrom(),
      pastRevision: () => past.revision(),
      ...(past.changes && { pastChanges: () => past.changes!() }),
      ...(past.valueChanges && { pastValueChanges: () => past.valueChanges!() }),
    };
    // Storing does not change what was modelled on demand: for a single series all values are final.
    const ofSeries = onDemand ? { ...settled, settledFrom: () => -Infinity } : settled;
    const sparklines = this.#sparklines(market, settled);
    const turns = new LoopTurns(EVENT_LOOP);
    const readings = { history: completed, ...ofSeries, yieldTurn: () => turns.next() };
    const coverage = this.#coverage(ofSeries, () => turns.next());
    const incomplete = new IncompleteRanges({
      coverage,
      history,
      modelled: onDemand && ((series) => onDemand.spanOf(series)),
      pendingBefore: ofSeries.settledFrom,
      recordsPendingBefore: () => (onDemand ? -Infinity : past.recordsSettledFrom()),
      wallClock,
    });
    const exporting = this.#exporting();
    const heads = new HeadProver({ history, head: () => this.#head, dayHeads, hash: sha256, turns });
    const recomputation = new RecomputeThread();
    lifecycle.started('recomputation', () => recomputation.close());
    const app = createRest(
      at.server,
      {
        ...market,
        lookups,
        turns,
        versions: this.#versions,
        history: completed,
        incomplete,
        candles: new HistoryCandles(readings),
        exportCandles: new HistoryCandles({ ...readings, yieldTurn: () => setImmediate(), maxCached: 0 }),
        ...exporting,
        dayFiles: this.#dayFiles(market, ofSeries, { history: completed, turns, ...exporting }),
        coverage,
        sparklines,
        receipts: new SignedReceipts(receipts, heads),
        kept,
        valueProofs: new ValueProofs(history, heads, sha256),
        contracts: new ContractAnswers(derivatives.book),
        derivativeTickers: derivatives.tickers,
        marketCapsWithChanges: new MarketCapReferences({
          history,
          caps: market.marketCaps,
          wallClock,
          stored: () => past.changesStored(),
          modelledAt: onDemand && ((at) => onDemand.assetsAt(at)),
          nextTurn: (isLowPriority) => turns.next(isLowPriority),
        }),
        ...settled,
        seriesSettledFrom: ofSeries.settledFrom,
        heldDay: () => past.openSeamDay(),
        lastDayStored: async () => (await past.lastDayStored?.()) ?? true,
        head: () => this.#head,
        dayHeads,
        marketClock: this.clock,
        marketSpeed: settings.speed,
        clients,
        keys,
        integrityKeys,
        recomputation,
        longLived,
        usage,
        wallClock,
        log,
        registry,
        readiness,
        connections: at.connections,
        status: this.#statusOf(at, market),
        alerts: this.#ports.alerts,
      },
      { ...settings, ...at, ...shownSettings(this.#surroundings, at.demo) },
    );
    return {
      openStream: () => {
        this.#openStream(at, market, app);
        // The start does not wait for sparklines.
        EVENT_LOOP.nextTurn(() => void sparklines.update());
      },
      handle: (request, response) => app.handle(request, response),
    };
  }

  #coverage(settled: PastState, yieldTurn: () => Promise<void>): StoredCoverage {
    const { history, onDemand, notedGaps, listings } = this.#ports;
    const reasons = new GapReasons({
      recordedGaps: notedGaps,
      ticks: new TickSlots(history, settled.pastChanges ?? settled.pastRevision),
      listings: (series) => listings(series, this.#versions.current.reference),
      yieldTurn,
    });
    const modelled = onDemand && { modelled: (series: SeriesId) => onDemand.spanOf(series) };
    return new StoredCoverage({ history, reasons, yieldTurn, ...settled, ...modelled });
  }

  /** Evaluates alerts on the slot that is shown, and on each later one. */
  #observeMarket({ tickers, indexTickers }: MarketBoard): void {
    const { evaluation, marketClock } = this.#ports;
    const { lifecycle, wallClock } = this.#surroundings;
    if (!evaluation) return;
    const { evaluator, observations } = evaluation;
    const showTickers = () =>
      observations.showTickers(tickers.refresh, this.#versions.of(tickers.refresh.reference)!);
    const showIndices = ({ refresh, market }: IndexTickers) =>
      void evaluator.observe(observations.ofSlot(refresh, market));
    showTickers();
    showIndices(indexTickers);
    const endTickers = this.#board.subscribe('tickers', showTickers);
    const endIndices = this.#board.subscribe('indices', () => showIndices(indexTickers));
    const endAbsence = observeAbsence(evaluation, wallClock, marketClock);
    lifecycle.started('alerts', async () => {
      endTickers();
      endIndices();
      await endAbsence();
    });
  }

  /** Prepared in the background, and again after each tick that completes a candle. */
  #sparklines({ indexTickers }: MarketBoard, settled: PastState): SparklineKeeper {
    const { log, lifecycle } = this.#surroundings;
    const keeper = new SparklineKeeper({
      history: this.#ports.history,
      modelled: this.#ports.onDemand,
      indexTickers,
      order: () => this.#versions.current.series,
      loop: EVENT_LOOP,
      failed: (error) => log.error({ err: error }, 'sparklines could not be prepared'),
      ...settled,
    });
    const unsubscribe = this.#board.subscribe('indices', () => void keeper.update());
    lifecycle.started('sparklines', async () => {
      unsubscribe();
      await keeper.close();
    });
    return keeper;
  }

  #statusOf({ connections }: ServedAt, { indexTickers }: MarketBoard): () => Promise<object> {
    const { settings, wallClock, readiness } = this.#surroundings;
    const { history, operations, degraded } = this.#ports;
    const parts = {
      version: readVersion(),
      referenceData: () => this.#versions.current.reference,
      stream: () => this.#stream,
      startedAt: wallClock.now(),
      source: settings.source,
      strictFlags: settings.strictFlags,
      wallClock,
      marketClock: this.clock,
      readiness,
      degraded,
      history,
      connections,
      lastTick: () => indexTickers.at,
      operations,
    };
    return () => serviceStatus(parts);
  }

  /** Exports end when the service begins to stop: the rest of an export could take hours. */
  #exporting() {
    const { lifecycle } = this.#surroundings;
    const { clients, longLived } = this.#ports;
    const exports = new Exports(({ clientId, tokenId, needs }) => {
      const client = clients.findUsable(clientId);
      const mayRead = client !== undefined && [...needs].every((scope) => client.scopes.includes(scope));
      return mayRead && (tokenId === undefined || !longLived.isRevoked(tokenId));
    });
    const parquet = new ParquetThread();
    lifecycle.started('parquet thread', () => parquet.close());
    lifecycle.started('exports', () => exports.close());
    return { exports, parquet };
  }

  #dayFiles(
    { indexTickers }: MarketBoard,
    { settledFrom }: PastState,
    parts: { readonly history: HistoryReader; readonly turns: LoopTurns; readonly parquet: ParquetFiles },
  ): StoredDayFiles {
    const { settings, sources, wallClock, log, lifecycle } = this.#surroundings;
    const { folder, quarantine, onDemand, past } = this.#ports;
    const files = new StoredDayFiles({
      ...parts,
      folder,
      storesPartsOfDays: !onDemand && sources.get(settings.source).origin === 'simulated',
      maxDisk: settings.maxDisk,
      quarantine,
      source: settings.source,
      settledFrom,
      heldDay: () => past.openSeamDay(),
      lastTick: () => indexTickers.at,
      marketNow: () => this.clock.now(),
      wallClock,
      log,
    });
    files.start();
    lifecycle.started('Parquet files of days', () => files.close());
    return files;
  }

  async #shown(): Promise<Shown> {
    const [market, derivatives] = await Promise.all([this.#board.ready, this.#derivatives.ready]);
    // Historical lists contain series that are no longer listed, and page cursors may name them.
    const series = await this.#ports.history.series();
    await runInTurns(this.#versions.current.register.seriesKeys.learn({ series }), EVENT_LOOP);
    return { market, derivatives, lookups: new Lookups(this.#versions) };
  }

  #openStream(at: ServedAt, { tickers, indexTickers }: MarketBoard, app: RestApp): void {
    const { settings, wallClock, log, registry, lifecycle } = this.#surroundings;
    const { history, clients, keys, longLived } = this.#ports;
    const stream = createStream(
      at.server,
      {
        versions: this.#versions,
        tickers,
        indexTickers,
        history,
        feed: this.#board,
        alerts: this.#ports.alerts?.raised,
        clients,
        keys,
        longLived,
        wallClock,
        marketClock: this.clock,
        log,
        metrics: streamMetrics(registry),
        onHandshake: (socket) => at.connections.upgradeStarted(socket),
        onKnown: (socket) => at.connections.markAuthenticated(socket),
        cors: app.cors,
        answered: (call, status) => app.answered(call, status),
      },
      { ...settings, ...at, ...shownSettings(this.#surroundings, at.demo), limits: streamLimits(settings) },
    );
    app.add(stream.route);
    this.#stream = stream;
    const spreadMs = Math.min(MAX_STREAM_DRAIN_MS, settings.drainTimeoutMs / 2);
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
      why: () => 'no exchange has been read yet: see tidemark sources status',
    });
    readiness.add({ name: 'tickers', ready: () => isFresh(market.tickers) });
    readiness.add({ name: 'indices', ready: () => isFresh(market.indexTickers) });
    readiness.add({ name: 'derivatives', ready: () => isFresh(derivatives.tickers) });
  }
}
