import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { claimIdentity } from '../../src/app/directory/data-directory.ts';
import { identityFrom } from '../../src/app/directory/source-identity.ts';
import { IndexComputer, type ComputedTick } from '../../src/app/pipeline/compute/index-computer.ts';
import type { ExchangeTick } from '../../src/core/tick.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../src/core/time.ts';
import { EmbeddedHistoryStore } from '../../src/history/embedded/embedded-history-store.ts';
import type { InputFrame } from '../../src/history/input-store.ts';
import { FileInputStore } from '../../src/history/inputs/file-input-store.ts';
import { frameOf } from '../../src/values/receipts/recorded-input.ts';
import { ReferenceLog } from '../../src/reference/versions/reference-log.ts';
import { SIMULATOR } from '../../src/simulator/definition.ts';
import { SimulatedMarket } from '../../src/simulator/simulated-market.ts';
import { buildWorld } from '../../src/simulator/world.ts';
import { simulatedVersion } from './simulated-version.ts';

const SEED = 'recorded directory';

export interface RecordedDirectory {
  readonly folder: string;
  readonly first: Millis;
  readonly ticks: number;
  /** Replaces the ticker of an exchange; undefined: none. Default: unchanged. */
  readonly say?: (ticker: ExchangeTick, exchange: string, tick: number) => ExchangeTick | undefined;
  /** Ticks at which the service lost its state. */
  readonly lostAt?: readonly number[];
  /** Changes the inputs of a tick before they are stored; undefined: they are not stored. */
  readonly frame?: (frame: InputFrame, tick: number) => InputFrame | undefined;
  /** Ticks that are recorded but not published. */
  readonly unpublished?: readonly number[];
}

/** Writes a data directory as a service with the small simulated world does, and returns its ticks. */
export async function writeRecordedDirectory({
  folder,
  first,
  ticks,
  say = (ticker) => ticker,
  lostAt = [],
  frame = (own) => own,
  unpublished = [],
}: RecordedDirectory): Promise<ComputedTick[]> {
  const world = buildWorld('small');
  const market = new SimulatedMarket(world, { seed: SEED, faultRate: 0 });
  const version = simulatedVersion(world, market);
  claimIdentity(folder, identityFrom(SIMULATOR, { world: 'small', seed: SEED }), SIMULATOR);
  mkdirSync(join(folder, 'inputs'));
  const log = await ReferenceLog.open(join(folder, 'reference.log'), fail);
  await log.append({ hash: version.hash, from: first, data: version.data });
  await log.close();
  const history = await EmbeddedHistoryStore.open({
    folder: join(folder, 'history'),
    windowMs: 200 * DAY_MS,
    onDamage: fail,
    onSealingFailure: fail,
  });
  const space = { shortageFor: () => undefined };
  const inputs = FileInputStore.open({
    folder: join(folder, 'inputs'),
    keepMs: DAY_MS,
    space,
    onEvent: () => {},
  });
  const names = new Map(version.data.exchanges.map(({ id, name }) => [id, name]));
  const nameOf = ({ exchangeId }: ExchangeTick) => names.get(exchangeId) ?? exchangeId;
  const computed: ComputedTick[] = [];
  let computer = new IndexComputer(version);
  for (let i = 0; i < ticks; i++) {
    const at = first + i * SLOT_MS;
    if (lostAt.includes(i)) {
      const record = Buffer.from(JSON.stringify(computed.at(-1)!.record));
      const last = { record, state: undefined, dayRecords: [] };
      computer = new IndexComputer(version, { last, referenceOf: () => version.reference });
    }
    for (const exchange of market.exchanges) {
      const receivedAt = at - exchange.refreshLeadMs;
      const said = [...market.ticksOf(exchange, at)].flatMap(
        (ticker) => say(ticker, nameOf(ticker), i) ?? [],
      );
      computer.observeTicks(said, receivedAt);
      computer.observeTrades([...market.tradesOf(exchange, at)], receivedAt);
    }
    const tick = computer.compute(at);
    const stored = frame(frameOf(tick), i);
    if (stored) await inputs.append(stored);
    if (unpublished.includes(i)) computer.abandon(tick);
    else {
      computer.adopt(tick);
      const record = Buffer.from(JSON.stringify(tick.record));
      await history.append({ ...tick.columns, order: version.orders.series, record }, tick.state);
      computed.push(tick);
    }
  }
  await inputs.close();
  await history.close();
  return computed;
}

function fail(reason: unknown): never {
  throw new Error(JSON.stringify(reason));
}
