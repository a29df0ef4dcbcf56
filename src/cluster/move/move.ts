import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../core/clocks/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { DAY_MS } from '../../core/time.ts';
import type { WriterOptions } from '../../history/history-backend.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import type { Identity } from '../../app/directory/data-directory.ts';
import { markStoreNode } from '../../app/directory/store-node.ts';
import { DatabasePlace } from './database-place.ts';
import { DirectoryPlace } from './directory-place.ts';
import { HistoryDifference, HistoryComparison, type ComparedCounts } from './history-comparison.ts';
import { HistoryMover } from './history-mover.ts';
import { moveInputs } from './move-inputs.ts';
import { MoveLedger } from './move-ledger.ts';
import { isDatabaseAddress, type MovePlace, type MoveTarget, type OnStep } from './move-place.ts';
import { copyAlerts, readAlerts } from './moved-alerts.ts';
import { LOG_FILES, LOG_NAMES } from './moved-logs.ts';
import { KEY_RINGS, RINGS } from './moved-secrets.ts';
import { SourceDamage } from './source-damage.ts';

export interface MoveOptions {
  readonly from: string;
  readonly to: string;
  /** Only compares the two; writes nothing. */
  readonly verifyOnly: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onStep: OnStep;
}

export interface MoveResult extends ComparedCounts {
  readonly from: string;
  readonly to: string;
  readonly isResumed: boolean;
  readonly clients: number;
  readonly keys: number;
  /** How many records each log has, by file. */
  readonly logs: Readonly<Record<string, number>>;
  /** Descriptions of what the target cannot store. */
  readonly notMoved: readonly string[];
}

/** During a move no day is too old. */
const NO_WINDOW_MS = 36_500 * DAY_MS;

/**
 * Moves a history and everything that belongs to it between a data directory and a database, then reads and compares both
 * completely. The source stays as it is. An interrupted move is resumed. Until everything is copied and compared, no service starts
 * with the target. Rejects with a `Difference` if the two differ.
 */
export async function move(order: MoveOptions): Promise<MoveResult> {
  const { from, to, clock } = order;
  let failure: Error | undefined;
  const writing: WriterOptions = {
    windowMs: NO_WINDOW_MS,
    onDamage: ({ file, reason }) => (failure ??= new Error(`${file}: ${reason}`)),
    onBackgroundFailure: (error) => (failure ??= error),
  };
  const source = await placeAt(from, 'from', clock, writing);
  try {
    const target = await placeAt(to, order.verifyOnly ? 'from' : 'to', clock, writing);
    try {
      const signal = AbortSignal.any([order.signal, source.lost, target.lost]);
      const moved = await new Moving({ ...order, signal }, source, target).run();
      if (failure) throw failure;
      return moved;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function placeAt(
  text: string,
  end: 'from' | 'to',
  clock: Clock,
  writing: WriterOptions,
): Promise<MoveTarget & (DirectoryPlace | DatabasePlace)> {
  return isDatabaseAddress(text)
    ? DatabasePlace.open(text, end, clock, writing)
    : DirectoryPlace.open(text, end, clock, writing);
}

class Moving {
  readonly #order: MoveOptions;
  readonly #source: MovePlace;
  readonly #target: MoveTarget;

  constructor(order: MoveOptions, source: MovePlace, target: MoveTarget) {
    this.#order = order;
    this.#source = source;
    this.#target = target;
  }

  async run(): Promise<MoveResult> {
    const [source, target] = [this.#source, this.#target];
    const identity = await source.identity();
    if (!identity)
      throw new OperatorError(`${source.name} does not hold a complete history, so there is nothing to move`);
    const copied = this.#order.verifyOnly ? NOTHING_COPIED : await this.#copy(identity);
    const counts = await this.#compare(identity);
    if (!this.#order.verifyOnly) {
      await target.finish(identity);
      // Marked as the directory of a node, so that no one starts a service with this history alone by mistake.
      if (source instanceof DirectoryPlace && target instanceof DatabasePlace) markStoreNode(source.name);
      await this.#record(source);
    }
    return { from: source.name, to: target.name, ...copied, ...counts };
  }

  /** Copies everything that the target lacks. */
  async #copy(identity: Identity): Promise<Pick<MoveResult, 'isResumed' | 'notMoved'>> {
    const [source, target] = [this.#source, this.#target];
    const other = await target.foreignContent();
    if (other !== undefined)
      throw new OperatorError(
        `${target.name} ${other}: choose an empty target. To only compare the two, use --verify-only`,
      );
    const damage = new SourceDamage(source.name);
    const reader = await source.openReader(damage.add);
    try {
      const ledger = await MoveLedger.read(target, identity, reader);
      const store = await target.openWriter();
      try {
        await ledger.begin();
        await this.#record(target);
        const notMoved = await target.writeSecrets(await source.readSecrets());
        await this.#copyLogs();
        await copyAlerts(source, target);
        const { signal, onStep } = this.#order;
        const targetName = target.name;
        const parts = { source: reader, damage, target: store, targetName, ledger, signal, onStep };
        await new HistoryMover(parts).run();
        await moveInputs(source, target, signal);
        return { isResumed: ledger.isResumed, notMoved };
      } finally {
        await store.close();
      }
    } finally {
      await reader.close();
    }
  }

  async #copyLogs(): Promise<void> {
    for (const name of LOG_NAMES) {
      this.#order.signal.throwIfAborted();
      const { records, damage } = await this.#source.readLog(name);
      refuseDamagedLog(damage);
      await this.#target.writeLog(name, records);
    }
  }

  /** Records in the audit log of a directory where its history was moved to or came from. */
  async #record(place: MovePlace): Promise<void> {
    if (!(place instanceof DirectoryPlace)) return;
    await place.record(this.#order.clock, { from: this.#source.name, to: this.#target.name });
  }

  async #compare(
    identity: Identity,
  ): Promise<ComparedCounts & Pick<MoveResult, 'clients' | 'keys' | 'logs'>> {
    const secrets = await this.#compareSecrets();
    const logs = await this.#compareLogs();
    const [here, there] = [await readAlerts(this.#source), await readAlerts(this.#target)];
    this.#expectSame('the alerts of clients', here, there);
    if (this.#order.verifyOnly) this.#expectSame('what is stored', identity, await this.#target.identity());
    const opened: HistoryReader[] = [];
    const open = async (place: MovePlace) => {
      const damage = new SourceDamage(place.name);
      const reader = await place.openReader(damage.add);
      opened.push(reader);
      return { reader, damage };
    };
    try {
      const sides = [await open(this.#source), await open(this.#target)] as const;
      const { signal, onStep } = this.#order;
      return { ...(await new HistoryComparison(sides, signal, onStep).run()), ...secrets, logs };
    } finally {
      for (const reader of opened) await reader.close();
    }
  }

  /** The errors name what differs, but no content. */
  async #compareSecrets(): Promise<Pick<MoveResult, 'clients' | 'keys'>> {
    const [here, there] = [await this.#source.readSecrets(), await this.#target.readSecrets()];
    this.#expectSame('the key of client secrets', here.hmacKey, there.hmacKey);
    this.#expectSame('the clients', here.clients, there.clients);
    for (const ring of RINGS)
      this.#expectSame(`the keys of ${KEY_RINGS[ring]}`, here.keys[ring], there.keys[ring]);
    if (here.longLived && there.longLived)
      this.#expectSame('the long-lived tokens', here.longLived, there.longLived);
    return { clients: here.clients.length, keys: RINGS.flatMap((ring) => here.keys[ring]).length };
  }

  async #compareLogs(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const name of LOG_NAMES) {
      const [here, there] = [await this.#source.readLog(name), await this.#target.readLog(name)];
      refuseDamagedLog([...here.damage, ...there.damage]);
      const count = Math.max(here.records.length, there.records.length);
      for (let i = 0; i < count; i++)
        if (!here.records[i] || !there.records[i]?.equals(here.records[i]!))
          throw new HistoryDifference(`record ${i + 1} of ${LOG_FILES[name]} differs`);
      counts[LOG_FILES[name]] = count;
    }
    return counts;
  }

  #expectSame(what: string, here: unknown, there: unknown): void {
    if (!isDeepStrictEqual(here, there)) throw new HistoryDifference(`${what}: the two sides differ`);
  }
}

const NOTHING_COPIED = { isResumed: false, notMoved: [] } as const;

function refuseDamagedLog(damage: readonly string[]): void {
  if (damage.length === 0) return;
  throw new OperatorError(
    `damaged: ${damage.join(', ')}. Restore the file from a backup, and run the same command again`,
  );
}
