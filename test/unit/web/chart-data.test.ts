import { expect, onTestFinished, test, vi } from 'vitest';
import type { Bar } from '../../../web/src/chart/bar.ts';
import { mergeBars } from '../../../web/src/chart/bars.ts';
import { isComing, type MissingOptions } from '../../../web/src/data/missing.ts';
import { ChartData } from '../../../web/src/chart/chart-data.ts';
import type { PageData } from '../../../web/src/data/page-data.ts';
import { json, settled } from '../sdk/fake-service.ts';
import { BTC, slotTime, tickOf } from '../sdk/fake-stream.ts';
import { liveWorld } from './page-world.ts';

const bar = (at: number, price = at): Bar => ({
  at,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: undefined,
  isComplete: true,
});

test('an answer replaces what it has, and leaves what came after it', () => {
  const known = [1, 2, 3, 4, 5].map((at) => bar(at));
  const all = mergeBars(known, [bar(2, 20), bar(3, 30)]);
  expect(all.map(({ at, close }) => [at, close])).toEqual([
    [1, 1],
    [2, 20],
    [3, 30],
    [4, 4],
    [5, 5],
  ]);
  expect(mergeBars(known, [])).toEqual(known);
  expect(mergeBars([], known)).toEqual(known);
});

/** A chart of ticks whose answers the test gives. */
function chartWorld() {
  const world = liveWorld();
  const { fake, live, tidemark } = world;
  const answers: ((slots: readonly number[], more?: object) => void)[] = [];
  fake.service.on(
    '/index-ticker',
    () =>
      new Promise<Response>((resolve) =>
        answers.push((slots, more) =>
          resolve(json({ content: slots.toReversed().map((slot) => tickOf(BTC, slot, more)) })),
        ),
      ),
  );
  /** What answers lack from now on, by slots. */
  const lacking: { reason: string; from: number; to: number }[] = [];
  const read = async (operation: never, query: never, options: MissingOptions) => {
    const answer = await tidemark.read(operation, query, options as object);
    options.onIncomplete(
      lacking.map(({ reason, from, to }) => ({ reason, from: slotTime(from), to: slotTime(to) })),
    );
    return answer;
  };
  const page = { live, tidemark: { read }, clock: fake.service.clock } as unknown as PageData;
  const open = () => {
    const data = new ChartData(page, BTC, '30s');
    onTestFinished(() => data.close());
    return data;
  };
  const slotsOf = (data: ChartData) => data.bars.map(({ close }) => close - 100);
  return { ...world, answers, lacking, open, slotsOf };
}

test('a late answer keeps the values that came meanwhile', async () => {
  const { fake, frames, answers, open, slotsOf } = chartWorld();
  await fake.publish(2);
  const data = open();
  await settled();
  answers[0]!([1, 2]);
  await settled();
  void data.reload();
  await settled();
  for (let i = 0; i < 2; i++) {
    await fake.publish();
    frames.run();
  }
  expect(slotsOf(data)).toEqual([1, 2, 3, 4]);
  answers[1]!([1, 2]);
  await settled();
  expect(slotsOf(data)).toEqual([1, 2, 3, 4]);
});

test('a value that came before the first answer is drawn with it', async () => {
  const { fake, frames, answers, open, slotsOf } = chartWorld();
  await fake.publish(2);
  const data = open();
  await settled();
  await fake.publish();
  frames.run();
  answers[0]!([1, 2]);
  await settled();
  expect(slotsOf(data)).toEqual([1, 2, 3]);
});

test('a chart that is opened after a reconnect asks once', async () => {
  const { fake, live, answers, open } = chartWorld();
  live.followAll();
  await settled();
  fake.connection.close(1006);
  await fake.publish(2);
  expect(live.reconnects.value).toBe(1);
  open();
  await settled();
  expect(answers).toHaveLength(1);
});

test('after a pause that is longer than an answer, what was before it is dropped', async () => {
  const { answers, open, slotsOf } = chartWorld();
  const data = open();
  await settled();
  answers[0]!([1, 2]);
  await settled();
  void data.loadOlder();
  for (const i of [1, 2]) {
    await settled();
    answers[i]!([]);
  }
  await settled();
  expect(data.hasAll).toBe(true);
  void data.reload();
  await settled();
  answers[3]!([50, 51]);
  await settled();
  expect(slotsOf(data)).toEqual([50, 51]);
  expect(data.hasAll).toBe(false);
});

test('a tick that changes the last bar is reported to listeners', async () => {
  const { fake, frames, answers, open } = chartWorld();
  await fake.publish(2);
  const data = open();
  await settled();
  answers[0]!([1, 2]);
  await settled();
  const { value: before } = data.ticks;
  await fake.publish();
  frames.run();
  expect(data.ticks.value).toBe(before + 1);
});

/** As many values as an answer has at most, so that older ones may be there. */
const fullPage = (first: number) => Array.from({ length: 1000 }, (_, i) => first + i);

test('a listener may request older bars at once', async () => {
  const { answers, open, slotsOf } = chartWorld();
  const data = open();
  onTestFinished(data.version.subscribe((version) => version > 0 && void data.loadOlder()));
  await settled();
  answers[0]!(fullPage(1001));
  await settled();
  expect(answers).toHaveLength(2);
  void data.loadOlder();
  answers[1]!([999, 1000]);
  await settled();
  expect(slotsOf(data).slice(0, 3)).toEqual([999, 1000, 1001]);
  // Nothing in the next part, and nothing before it either.
  for (const i of [2, 3]) {
    answers[i]!([]);
    await settled();
  }
  expect(data.hasAll).toBe(true);
  expect(answers).toHaveLength(4);
});

test('bars reach back as far as requested, and not further', async () => {
  const { answers, open } = chartWorld();
  const data = open();
  await settled();
  answers[0]!(fullPage(1001));
  await settled();
  const { at: first } = data.bars[0]!;
  void data.reachBack(first);
  await settled();
  expect(answers).toHaveLength(1);
  void data.reachBack(0);
  await settled();
  expect(answers).toHaveLength(2);
});

test('requests name where they begin, so that the service can say what is missing', async () => {
  const { fake, open, answers } = chartWorld();
  open();
  await settled();
  answers[0]!([1, 2]);
  const { from, to, size } = fake.service.to('/index-ticker')[0]!.query;
  expect([Date.parse(from!), to, size]).toEqual([
    fake.service.clock.now() - 1000 * 30_000,
    undefined,
    '1000',
  ]);
});

test('nothing older is requested if the service reports that there is none', async () => {
  const { open, answers, lacking } = chartWorld();
  lacking.push({ reason: 'BEFORE_FIRST', from: -900, to: 1 });
  const data = open();
  await settled();
  answers[0]!([1, 2]);
  await settled();
  expect(data.hasAll).toBe(true);
  await data.loadOlder();
  expect(answers).toHaveLength(1);
  expect(data.missing.value).toMatchObject([{ reason: 'BEFORE_FIRST' }]);
});

test('data still being filled in is requested again with growing delays, until it is there', async () => {
  const { open, answers, lacking, slotsOf } = chartWorld();
  lacking.push({ reason: 'BACKFILL', from: 1, to: 3 });
  const data = open();
  await settled();
  answers[0]!([3, 4]);
  await settled();
  expect(data.missing.value.every(isComing)).toBe(true);
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await settled();
  };
  await pass(2999);
  expect(answers).toHaveLength(1);
  await pass(1);
  expect(answers).toHaveLength(2);
  answers[1]!([3, 4]);
  await settled();
  await pass(5999);
  expect(answers).toHaveLength(2);
  await pass(1);
  expect(answers).toHaveLength(3);
  lacking.length = 0;
  answers[2]!([1, 2, 3, 4]);
  await settled();
  expect(slotsOf(data)).toEqual([1, 2, 3, 4]);
  expect(data.missing.value).toEqual([]);
  await pass(600_000);
  expect(answers).toHaveLength(3);
});

test('a chart without any value yet asks again while the service fills it in', async () => {
  const { open, answers, lacking } = chartWorld();
  lacking.push({ reason: 'BACKFILL', from: 1, to: 3 });
  const data = open();
  await settled();
  answers[0]!([]);
  await settled();
  expect(data.state.value).toBe('empty');
  await vi.advanceTimersByTimeAsync(3000);
  await settled();
  lacking.length = 0;
  answers[1]!([1, 2]);
  await settled();
  expect(data.state.value).toBe('shown');
});
