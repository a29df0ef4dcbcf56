import { expect, test, vi } from 'vitest';
import { Board } from '../../../web/src/data/board.ts';
import { json, refused, settled } from '../sdk/fake-service.ts';
import { BTC, ETH, slotTime, tickOf } from '../sdk/fake-stream.ts';
import { liveWorld } from './page-world.ts';

const cap = (assetId: string, symbol: string, rank: number) => ({
  id: `${assetId} 1`,
  assetId,
  symbol,
  name: symbol,
  slugName: symbol.toLowerCase(),
  marketCapRank: String(rank),
  volumeRank: String(rank),
  price: '10',
  volume: '1',
  freeFloatSupply: '100',
  timestamp: slotTime(1),
  pricePercentChange: { change24h: '1', change7d: '2', change30d: '3' },
});
const OTHER = '33333333-3333-4333-8333-333333333333';
const ALL = [cap(BTC, 'BTC', 1), cap(ETH, 'ETH', 2), cap(OTHER, 'BTC', 3)];

function boardWorld() {
  const world = liveWorld();
  const { fake, live, tidemark, refusals } = world;
  const onRefused = (error: unknown) => refusals.push(error);
  const board = new Board({ tidemark, live, clock: fake.service.clock, onRefused });
  fake.service.on('/market-cap', ({ query }) => json({ content: query['top'] ? ALL.slice(0, 1) : ALL }));
  return { ...world, board, caps: () => fake.service.to('/market-cap') };
}

test('the list is whole once the second answer is there', async () => {
  const { fake, board } = boardWorld();
  let isOpen = false;
  fake.service.on('/market-cap', ({ query }) =>
    query['top']
      ? json({ content: ALL.slice(0, 1) })
      : isOpen
        ? json({ content: ALL })
        : refused(500, 'INTERNAL_SERVER_ERROR'),
  );
  const end = board.use();
  await settled();
  expect([board.rows.value.length, board.isWhole.value]).toEqual([1, false]);
  expect(board.error.value).toMatchObject({ httpStatus: 500 });
  isOpen = true;
  await vi.advanceTimersByTimeAsync(5000);
  await settled();
  expect([board.rows.value.length, board.isWhole.value, board.error.value]).toEqual([3, true, undefined]);
  end();
});

test('a refused client is reported at the first load, before anything is read from the stream', async () => {
  const { fake, board, refusals } = boardWorld();
  fake.service.on('/market-cap', () => refused(401, 'UNAUTHORIZED'));
  const end = board.use();
  await settled();
  expect(refusals).toMatchObject([{ httpStatus: 401 }]);
  expect(fake.connections).toEqual([]);
  end();
});

test('a service that asks for a longer wait gets it, until the list is due anyway', async () => {
  const { fake, board, caps } = boardWorld();
  fake.service.on('/market-cap', () => refused(429, 'TOO_MANY_REQUESTS', { 'retry-after': '100000' }));
  const end = board.use();
  await settled();
  const asked = caps().length;
  await vi.advanceTimersByTimeAsync(119_999);
  await settled();
  expect(caps()).toHaveLength(asked);
  await vi.advanceTimersByTimeAsync(1);
  await settled();
  expect(caps().length).toBeGreaterThan(asked);
  end();
});

test('signing out during the first load opens no connection', async () => {
  const { fake, board, live } = boardWorld();
  let answer!: (response: Response) => void;
  fake.service.on('/market-cap', () => new Promise<Response>((resolve) => (answer = resolve)));
  board.use();
  await settled();
  board.close();
  live.close();
  answer(json({ content: ALL }));
  await settled();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(fake.connections).toEqual([]);
  expect([board.rows.value, board.error.value]).toEqual([[], undefined]);
});

test('a user who returns soon finds the list unchanged, and one who stays gets it again', async () => {
  const { fake, board, caps } = boardWorld();
  board.use()();
  await settled();
  expect(caps()).toHaveLength(2);
  fake.service.clock.advance(60_000);
  const end = board.use();
  await settled();
  expect(caps()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(caps()).toHaveLength(2);
  fake.service.clock.advance(60_000);
  await vi.advanceTimersByTimeAsync(1);
  await settled();
  expect(caps()).toHaveLength(3);
  end();
});

test('an address has the symbol of the largest asset alone, and of markets likewise', async () => {
  const { board } = boardWorld();
  await board.refresh();
  expect(board.nameOf({ id: BTC, symbol: 'BTC' })).toBe('BTC');
  expect(board.nameOf({ id: OTHER, symbol: 'BTC' })).toBe(OTHER);
  const market = {
    id: 'market-1',
    name: 'ETH_BTC',
    baseAssetId: ETH,
    baseSymbol: 'ETH',
    quoteAssetId: BTC,
    quoteSymbol: 'BTC',
  };
  expect(board.nameOfMarket(market)).toBe('ETH_BTC');
  expect(board.nameOfMarket({ ...market, quoteAssetId: OTHER })).toBe('market-1');
});

test.each([
  [403, 'FORBIDDEN'],
  [400, 'BAD_REQUEST'],
  [404, 'NOT_FOUND'],
])('a response %i is not retried by itself, but is on request of the user', async (status, code) => {
  const { fake, board, caps } = boardWorld();
  fake.service.on('/market-cap', () => refused(status, code));
  const end = board.use();
  await settled();
  await vi.advanceTimersByTimeAsync(600_000);
  await settled();
  expect(caps()).toHaveLength(1);
  fake.service.on('/market-cap', () => json({ content: ALL }));
  await board.refresh();
  expect(board.isWhole.value).toBe(true);
  end();
});

test('a client that may not read market caps still gets ticks, and the page does not say "connecting" for ever', async () => {
  const { fake, board, live } = boardWorld();
  fake.service.on('/market-cap', () => refused(403, 'FORBIDDEN'));
  const end = board.use();
  await settled();
  await fake.publish();
  expect(live.state.value).toEqual({ kind: 'live' });
  expect(live.quote(BTC)).toBeDefined();
  end();
});

test('the page does not say "connecting" where the list could not be loaded and nothing is followed', async () => {
  const { fake, board, live } = boardWorld();
  fake.service.on('/market-cap', () => refused(400, 'BAD_REQUEST'));
  const end = board.use();
  expect(live.state.value).toEqual({ kind: 'connecting' });
  await settled();
  expect(live.state.value).toEqual({ kind: 'idle' });
  end();
});

test('while changes are missing the list is requested sooner, with growing delays', async () => {
  const { fake, board, caps } = boardWorld();
  const { pricePercentChange: _, ...bare } = cap(OTHER, 'BTC', 3);
  let isFilled = false;
  fake.service.on('/market-cap', ({ query }) =>
    json({ content: query['top'] ? ALL.slice(0, 1) : isFilled ? ALL : [...ALL.slice(0, 2), bare] }),
  );
  const end = board.use();
  await settled();
  const pass = async (ms: number) => {
    fake.service.clock.advance(ms);
    await vi.advanceTimersByTimeAsync(ms);
    await settled();
  };
  expect(caps()).toHaveLength(2);
  await pass(4000);
  expect(caps()).toHaveLength(3);
  await pass(4000);
  expect(caps()).toHaveLength(3);
  isFilled = true;
  await pass(4000);
  expect(caps()).toHaveLength(4);
  expect(board.row(OTHER)?.change24h).toBe(1);
  await pass(60_000);
  expect(caps()).toHaveLength(4);
  await pass(60_000);
  expect(caps()).toHaveLength(5);
  end();
});

test.each([
  ['a value', true],
  ['BACKFILL', true],
  ['BEFORE_FIRST', false],
])(
  'changes that rows lack are coming or not, as the service has of their past: %s',
  async (past, areComing) => {
    const { fake, board } = boardWorld();
    const { pricePercentChange: _, ...bare } = cap(ETH, 'ETH', 2);
    fake.service.on('/market-cap', () => json({ content: [ALL[0], bare] }));
    fake.service.on('/index-ticker', ({ query: { from, to } }) =>
      past === 'a value'
        ? json({ content: [tickOf(ETH, 1)] })
        : json({ content: [] }, 200, { 'tidemark-incomplete': `${past};from="${from}";to="${to}"` }),
    );
    expect(board.areChangesComing.value).toBe(true);
    await board.refresh();
    expect(board.areChangesComing.value).toBe(areComing);
    expect(fake.service.to('/index-ticker')[0]!.query['indexId']).toBe(ETH);
    fake.service.on('/market-cap', () => json({ content: ALL }));
    await board.refresh();
    expect(board.areChangesComing.value).toBe(false);
  },
);
