import { expect, test } from 'vitest';
import { engineVersion } from '../../../../src/app/pipeline/compute/engine-version.ts';
import { IndexComputer, type ComputedTick } from '../../../../src/app/pipeline/compute/index-computer.ts';
import { sha256 } from '../../../../src/app/process/sha256.ts';
import { StateTrail } from '../../../../src/values/receipts/state-trail.ts';
import { FIRST, RecordedWorld, recordedVersion } from '../../../support/recorded-world.ts';

const { data, reference } = recordedVersion;
/** A market that the first tick leaves something of. */
const { price } = new RecordedWorld().next().output.state.markets;
const GONE = reference.marketIds.findLast((_id, m) => price[m]! > 0)!;

/** One market less. */
const smaller = engineVersion('smaller', {
  ...data,
  markets: data.markets.filter(({ id }) => id !== GONE),
  exchanges: data.exchanges.map((exchange) => ({
    ...exchange,
    listings: exchange.listings.filter(({ marketId }) => marketId !== GONE),
  })),
  traded: data.traded.filter(({ marketId }) => marketId !== GONE),
});

const again = ({ version, ...tick }: ComputedTick) => ({ ...tick, reference: version.reference });

test('follows the state over changes of the reference data', () => {
  const computer = new IndexComputer(recordedVersion);
  const world = new RecordedWorld(FIRST, computer);
  const trail = new StateTrail(sha256);
  expect(trail.follow(again(world.next()))).toBe('unknown');
  computer.use(smaller);
  expect(trail.follow(again(world.next()))).toBe('follows');
  computer.use(recordedVersion);
  expect(trail.follow(again(world.next()))).toBe('follows');
});

test('also over those that only a tick knew that was never stored', () => {
  const computer = new IndexComputer(recordedVersion);
  const world = new RecordedWorld(FIRST, computer);
  const first = again(world.next());
  computer.use(smaller);
  world.next(false);
  computer.use(recordedVersion);
  const next = again(world.next());
  const trail = new StateTrail(sha256);
  trail.follow(first);
  trail.carry(smaller.reference);
  expect(trail.follow(next)).toBe('follows');
  const unaware = new StateTrail(sha256);
  unaware.follow(first);
  expect(unaware.follow(next)).toBe('other');
});

test('says nothing of a tick that names another one before it', () => {
  const trail = new StateTrail(sha256);
  trail.follow(again(new RecordedWorld().next()));
  const other = again(new RecordedWorld(FIRST + 30_000).next());
  expect(trail.follow(other)).toBe('unknown');
});

test('says nothing after a tick that could not be computed again', () => {
  const world = new RecordedWorld();
  const trail = new StateTrail(sha256);
  trail.follow(again(world.next()));
  trail.break();
  expect(trail.follow(again(world.next()))).toBe('unknown');
});
