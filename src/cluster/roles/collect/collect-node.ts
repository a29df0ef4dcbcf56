import { hostname } from 'node:os';
import type { Bus } from '../../../bus/bus.ts';
import type { Millis } from '../../../core/time.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { PostgresLeases } from '../../postgres/leases/postgres-leases.ts';
import type { Leases } from '../../postgres/leases/leases.ts';
import type { UnitReader } from '../../../sources/shared/unit-reader.ts';
import { collectInput } from '../../../app/pipeline/collect.ts';
import { readableIdentity } from '../../../app/directory/data-directory.ts';
import { sourceOptions } from '../../../app/directory/source-identity.ts';
import type { ServiceContext } from '../../../app/process/service-context.ts';
import { remoteCommands } from '../../remote/remote-commands.ts';
import { ClockCheck } from '../clock-check.ts';
import type { Node, RunningRole } from '../node.ts';
import { collectMetrics } from './collect-metrics.ts';
import { CollectOutbox } from './collect-outbox.ts';
import type { CollectTopics } from './collect-topics.ts';
import { ExchangeShares, LEASES_LAST_MS } from './exchange-shares.ts';
import { WantedMarkets } from './wanted-markets.ts';

export interface CollectNodeParts extends Pick<
  ServiceContext,
  'settings' | 'sources' | 'wallClock' | 'log' | 'registry'
> {
  /** Closed by the caller. */
  readonly bus: Bus<CollectTopics>;
  /** Why other nodes would reject its messages: its clock is wrong. */
  readonly clockProblem?: () => string | undefined;
}

/** State of a collector, for the operator. */
export interface CollectStatus {
  /** Name of the collector: the machine, and the id of the process on the bus, which differs for each start. */
  readonly collector: string;
  /** The units that it reads. Exchanges that share hosts are one unit, named after the first of them. */
  readonly exchanges: readonly string[];
  /** How many units there are, and how many collectors share them. */
  readonly shared: number;
  readonly collectors: number;
  /** Exchanges that are still read although their leases could not be renewed, because the database does not answer. */
  readonly uncertain: number;
  /** Whether it receives messages from the bus. */
  readonly hearsBus: boolean;
  /** Why it reads nothing: its clock is wrong; absent if it is right. */
  readonly clock?: string;
  /** Why too few of the exchanges that it reads answer; absent if enough do. */
  readonly degraded?: string;
}

export interface CollectNode {
  status(): CollectStatus;
  /** Stops reading, and releases the exchanges for other collectors. A second call waits for the first. */
  close(): Promise<void>;
}

/** The role `collect`: reads the exchanges assigned to it and publishes their data. */
export async function openCollecting(node: Node): Promise<RunningRole> {
  const { folder, directory, cluster, time, ...surroundings } = node;
  const { quick: database, bus, rpc } = cluster;
  const { clock } = time;
  const { lifecycle, log } = surroundings;
  const check = await ClockCheck.open({ database, time: clock, clock, log });
  lifecycle.started('check of the clock', () => check.close());
  const name = `${hostname()}-${cluster.publisher}`;
  const leases = new PostgresLeases({ database, clock, holder: name, lastsMs: LEASES_LAST_MS });
  const collecting = await openCollector(leases, name, {
    ...surroundings,
    wallClock: clock,
    bus,
    clockProblem: () => check.problem,
  });
  for (const [command, run] of remoteCommands({
    rpc,
    folder,
    role: cluster.restrictedTo,
    leads: cluster.isLed,
  }))
    directory.commands.set(command, run);
  return {
    ready: Promise.resolve(),
    describe: () => ({ collect: collecting.status() }),
    missing: () => {
      const { hearsBus, clock: clockProblem, degraded } = collecting.status();
      return [
        ...(hearsBus ? [] : ['bus']),
        ...(clockProblem === undefined ? [] : [`clock (${clockProblem})`]),
        ...(degraded === undefined ? [] : [`sources (${degraded})`]),
      ];
    },
    close: () => collecting.close(),
  };
}

/** Opens a collector with the given leases, which are closed with it. */
export async function openCollector(
  leases: Leases,
  name: string,
  parts: CollectNodeParts,
): Promise<CollectNode> {
  const { wallClock: clock, log, bus, registry, clockProblem = () => undefined } = parts;
  const metrics = collectMetrics(registry);
  const outbox = new CollectOutbox({
    bus,
    clock,
    collector: name,
    // `shares` is set before anything is read.
    leaseOf: (unit) => shares.numberOf(unit),
    units: () => [...shares.held.keys()],
    onSent: (outcome, messages) => metrics.sent(outcome, messages),
  });
  const reader = await openReader(parts, outbox);
  const figures = () => ({
    read: shares.held.size,
    all: reader.units.length,
    uncertain: shares.uncertain,
    collectors: shares.members,
  });
  const shares: ExchangeShares = new ExchangeShares({
    leases,
    bus,
    clock,
    name,
    units: reader.units,
    read: (units) => reader.read(units),
    isClockWrong: () => clockProblem() !== undefined,
    onDatabase: (answers, error) =>
      answers
        ? log.info('the database responds again: exchanges are shared with leases')
        : log.warn({ err: error }, 'the database does not respond: each collector keeps its exchanges'),
    onChange: (why) =>
      log.info({ why, ...figures() }, 'this collector now reads a different set of exchanges'),
  });
  metrics.watch(figures);
  log.info({ collector: name, all: reader.units.length }, 'collecting');
  return new CollectingNode({ name, bus, clock, leases, reader, shares, outbox, clockProblem });
}

/** Opens the reader, which passes what it reads to the outbox. */
function openReader(
  { settings, sources, wallClock: clock, log }: CollectNodeParts,
  outbox: CollectOutbox,
): Promise<UnitReader> {
  const definition = sources.get(settings.source);
  const { name, shared } = definition;
  if (!shared) throw new OperatorError(`--source ${name} can only be read in one process: remove --role`);
  const { options, folder } = collectInput(settings, sources);
  return shared.openReader(sourceOptions(definition, options, readableIdentity(folder)), {
    folder,
    clock,
    onWarning: (what, details) => log.warn(details, what),
    send: (unit, said) => outbox.add(unit, said),
    sendOwn: (said) => outbox.addOwn(said),
  });
}

interface NodeParts {
  readonly name: string;
  readonly bus: Pick<Bus<CollectTopics>, 'subscribe'>;
  readonly clock: Clock;
  readonly leases: Leases;
  readonly reader: UnitReader;
  readonly shares: ExchangeShares;
  readonly outbox: CollectOutbox;
  readonly clockProblem: () => string | undefined;
}

/** Nodes that compute wait for a sign of life at the end of each slot's window, for two of these. */
const SIGN_OF_LIFE_MS: Millis = 250;

class CollectingNode implements CollectNode {
  readonly #parts: NodeParts;
  readonly #unsubscribe: () => void;
  readonly #stop = new AbortController();
  #closed: Promise<void> | undefined;

  constructor(parts: NodeParts) {
    this.#parts = parts;
    const { bus, clock, reader } = parts;
    const wanted = new WantedMarkets(clock);
    this.#unsubscribe = bus.subscribe('wanted', (message) =>
      reader.request({ markets: wanted.take(message), lists: message.lists }),
    );
    void this.#giveSignsOfLife();
  }

  status(): CollectStatus {
    const { name, reader, shares, clockProblem } = this.#parts;
    const [clock, degraded] = [clockProblem(), reader.degraded?.()];
    return {
      collector: name,
      exchanges: [...shares.held.keys()].toSorted(),
      shared: reader.units.length,
      collectors: shares.members,
      uncertain: shares.uncertain,
      hearsBus: !shares.isSilent,
      ...(clock !== undefined && { clock }),
      ...(degraded !== undefined && { degraded }),
    };
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #giveSignsOfLife(): Promise<void> {
    const { clock, outbox } = this.#parts;
    while (!this.#stop.signal.aborted) {
      outbox.addOwn({ kind: 'alive' });
      await clock.wait(SIGN_OF_LIFE_MS, this.#stop.signal).catch(() => undefined);
    }
  }

  /** Stops reading first, so that no exchange is released while it is read. */
  async #close(): Promise<void> {
    const { shares, reader, outbox, leases } = this.#parts;
    this.#unsubscribe();
    this.#stop.abort();
    await shares.close();
    await reader.close();
    await outbox.close();
    await leases.close();
  }
}
