import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { pino, type Logger } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  DerivativesPublisher,
  type DerivativesPublisherParts,
} from '../../../../src/app/pipeline/derivatives-publisher.ts';
import { DerivativesBoard } from '../../../../src/app/serve/derivatives-board.ts';
import { InProcessBus } from '../../../../src/bus/in-process-bus.ts';
import type { DerivativeContract } from '../../../../src/core/contract.ts';
import { Deferred } from '../../../../src/core/async/deferred.ts';
import { ContractAnswers } from '../../../../src/latest/derivatives/contract-answers.ts';
import { DerivativeRefreshWriter } from '../../../../src/latest/derivatives/derivative-refresh-writer.ts';
import { RETAINED_TOPICS, type MarketTopics } from '../../../../src/latest/market/market-topics.ts';
import { ContractBook } from '../../../../src/reference/contract-book.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { DERIBIT, future } from '../../reference/contracts.ts';

const T = Date.parse('2026-12-25T08:00:00Z');
const SLOT_MS = 30_000;
const old = future('OLD', T);
const next = future('NEXT', T + 7 * 86_400_000);

let clock: ManualClock;
/** The stored contracts. */
let keptBook: ContractBook;
let bus: InProcessBus<MarketTopics>;
let board: DerivativesBoard;
let kept: DerivativeContract[][];
let failing: boolean;
let failures: unknown[];
let logged: string[];
let log: Logger;
let publisher: DerivativesPublisher;
let sheet: DerivativeRefreshWriter;

beforeEach(() => {
  clock = new ManualClock(T - SLOT_MS);
  keptBook = new ContractBook();
  bus = new InProcessBus<MarketTopics>({ retained: RETAINED_TOPICS });
  kept = [];
  board = openBoard();
  failing = false;
  failures = [];
  logged = [];
  sheet = new DerivativeRefreshWriter();
  const file = {
    append: (contracts: readonly DerivativeContract[]) => {
      if (failing) return Promise.reject(new Error('no space'));
      kept.push([...contracts]);
      return Promise.resolve();
    },
  };
  log = pino(
    {},
    new Writable({ write: (chunk: Buffer, _e, done) => (logged.push(chunk.toString()), done()) }),
  );
  const { signal } = new AbortController();
  publisher = new DerivativesPublisher({ book: keptBook, file, bus, marketClock: clock, log, signal });
});

function openBoard(read = async () => kept.flat()): DerivativesBoard {
  return new DerivativesBoard({ bus, contracts: { read }, failed: (error) => failures.push(error) });
}

function refresh(at: number, listed: readonly DerivativeContract[], quoted: readonly DerivativeContract[]) {
  sheet.collectContracts(listed);
  sheet.collect(quoted.map(({ id }) => ({ contractId: id, price: '1', volume: '1', volumeUsd: '1' })));
  return sheet.publish(at);
}

/** Names of the contracts, and of the tickers, that a client sees now. */
async function seen(on = board) {
  const { book, tickers: shown } = await on.ready;
  const filter = { type: 'futures', exchangeId: DERIBIT } as const;
  const namesIn = (bytes: Buffer) =>
    (JSON.parse(bytes.toString()) as { content: { id: string; contractId?: string }[] }).content.map(
      ({ id, contractId }) => book.contract(contractId ?? id)?.exchangeName,
    );
  const answers = new ContractAnswers(book);
  const list = (include: 'ACTIVE' | 'EXPIRED') =>
    namesIn(answers.list({ ...filter, include }, clock.now()).prepared.identity.bytes);
  const tickers = shown.find(filter, clock.now());
  return {
    active: list('ACTIVE'),
    expired: list('EXPIRED'),
    tickers: namesIn(tickers.prepared.identity.bytes),
  };
}

describe('derivatives', () => {
  test('roll over at the instant of expiry, with or without a refresh', async () => {
    await publisher.publish(refresh(T - SLOT_MS, [old], [old]));
    clock.advanceTo(T - 1);
    expect(await seen()).toEqual({ active: ['OLD'], expired: [], tickers: ['OLD'] });
    clock.advanceTo(T);
    expect(await seen()).toEqual({ active: [], expired: ['OLD'], tickers: [] });
    await publisher.publish(refresh(T, [next], [old, next]));
    expect(await seen()).toEqual({ active: ['NEXT'], expired: ['OLD'], tickers: ['NEXT'] });
  });

  test('are shown at their slot, never before', async () => {
    await publisher.publish(refresh(T - SLOT_MS, [old], [old]));
    const publishing = publisher.publish(refresh(T, [next], [next]));
    await setImmediate();
    expect((await seen()).tickers).toEqual(['OLD']);
    clock.advanceTo(T);
    await publishing;
    expect((await seen()).tickers).toEqual(['NEXT']);
  });

  test('store each new contract, once, before it is visible', async () => {
    keptBook.add([old]);
    await publisher.publish(refresh(T - SLOT_MS, [old, next], [old]));
    await publisher.publish(refresh(T - SLOT_MS, [next], [old]));
    expect(kept).toEqual([[next]]);
    expect((await board.ready).book.contract(next.id)).toEqual(next);
  });

  test('also store changed terms, which are visible from then on, also after a restart', async () => {
    const other = { ...old, contractValue: '20' };
    await publisher.publish(refresh(T - SLOT_MS, [old], [old]));
    await publisher.publish(refresh(T - SLOT_MS, [other], [old]));
    expect(kept).toEqual([[old], [other]]);
    for (const each of [board, openBoard()])
      expect((await each.ready).book.contract(old.id)?.contractValue).toBe('20');
  });

  test('do not change while new contracts cannot be stored, and catch up when they can', async () => {
    await publisher.publish(refresh(T - SLOT_MS, [old], [old]));
    failing = true;
    await publisher.publish(refresh(T - SLOT_MS, [next], [old, next]));
    expect(logged.some((line) => line.includes('could not be stored'))).toBe(true);
    expect(await seen()).toEqual({ active: ['OLD'], expired: [], tickers: ['OLD'] });
    failing = false;
    await publisher.publish(refresh(T - SLOT_MS, [], [old, next]));
    expect(kept.at(-1)).toEqual([next]);
    expect(await seen()).toEqual({ active: ['OLD', 'NEXT'], expired: [], tickers: ['OLD', 'NEXT'] });
  });

  test('that cannot be stored at the start make the start fail', async () => {
    failing = true;
    const first = expect(publisher.first).rejects.toThrow('no space');
    await publisher.publish(refresh(T - SLOT_MS, [old], [old]));
    await first;
  });
});

describe('derivatives whose contracts are stored on another machine', () => {
  /** The contracts that the other machine must store, and the outcome of each request. */
  let asked: { readonly names: string[]; readonly answer: Deferred<void> }[];
  let stop: AbortController;
  beforeEach(() => {
    asked = [];
    stop = new AbortController();
    publisher = open({
      append: (contracts) => {
        const answer = new Deferred<void>();
        asked.push({ names: contracts.map(({ exchangeName }) => exchangeName), answer });
        return answer.promise.then(() => void kept.push([...contracts]));
      },
    });
  });

  function open(file: DerivativesPublisherParts['file']) {
    const { signal } = stop;
    return new DerivativesPublisher({
      book: keptBook,
      file,
      bus,
      marketClock: clock,
      log,
      signal,
      isKeptElsewhere: true,
    });
  }

  test('delay nothing while it does not answer; then the newest is shown, with all contracts', async () => {
    keptBook.add([old]);
    kept.push([old]);
    await publisher.publish(refresh(T - SLOT_MS, [old], [old]));
    await publisher.first;
    const last = future('LAST', T + 8 * 86_400_000);
    await publisher.publish(refresh(T - SLOT_MS, [next], [old, next]));
    await publisher.publish(refresh(T - SLOT_MS, [last], [old, next]));
    await publisher.publish(refresh(T - SLOT_MS, [], [old, next, last]));
    await setImmediate();
    expect(asked.map(({ names }) => names)).toEqual([['NEXT']]);
    expect((await seen()).tickers).toEqual(['OLD']);
    asked[0]!.answer.resolve();
    await setImmediate();
    expect((await seen()).tickers).toEqual(['OLD', 'NEXT']);
    expect(asked.map(({ names }) => names)).toEqual([['NEXT'], ['LAST']]);
    asked[1]!.answer.resolve();
    await setImmediate();
    expect(await seen()).toEqual({
      active: ['OLD', 'NEXT', 'LAST'],
      expired: [],
      tickers: ['OLD', 'NEXT', 'LAST'],
    });
  });

  test('are still shown at their slot, never before', async () => {
    keptBook.add([old, next]);
    kept.push([old, next]);
    await publisher.publish(refresh(T - SLOT_MS, [old], [old]));
    await publisher.publish(refresh(T, [next], [next]));
    await setImmediate();
    expect((await seen()).tickers).toEqual(['OLD']);
    clock.advanceTo(T);
    await setImmediate();
    expect((await seen()).tickers).toEqual(['NEXT']);
  });

  test('that it refuses wait for the next refresh', async () => {
    keptBook.add([old]);
    kept.push([old]);
    await publisher.publish(refresh(T - SLOT_MS, [old], [old]));
    await publisher.publish(refresh(T - SLOT_MS, [next], [old, next]));
    await setImmediate();
    asked[0]!.answer.reject(new Error('away'));
    await setImmediate();
    expect(logged.some((line) => line.includes('could not be stored'))).toBe(true);
    expect((await seen()).tickers).toEqual(['OLD']);
    await publisher.publish(refresh(T - SLOT_MS, [], [old, next]));
    await setImmediate();
    asked[1]!.answer.resolve();
    await setImmediate();
    expect((await seen()).tickers).toEqual(['OLD', 'NEXT']);
  });

  test('end quietly with data that waits for its slot', async () => {
    keptBook.add([old]);
    await publisher.publish(refresh(T, [], []));
    await setImmediate();
    expect(clock.waiting).toBe(1);
    stop.abort(new Error('closed'));
    await setImmediate();
    expect(logged).toEqual([]);
  });
});

describe('a serving part that starts later', () => {
  test('finds earlier contracts in the store, and the tickers on the bus', async () => {
    await publisher.publish(refresh(T - SLOT_MS, [old], [old]));
    await publisher.publish(refresh(T - SLOT_MS, [next], [old, next]));
    const late = await seen(openBoard());
    expect(late).toEqual({ active: ['OLD', 'NEXT'], expired: [], tickers: ['OLD', 'NEXT'] });
    expect(late).toEqual(await seen());
  });

  test('shows no ticker of a contract whose announcement was lost before the store has returned it', async () => {
    await publisher.publish(refresh(T - SLOT_MS, [old], [old]));
    let release: (contracts: DerivativeContract[]) => void = () => {};
    const answers = [Promise.resolve([old]), new Promise<DerivativeContract[]>((done) => (release = done))];
    const late = openBoard(() => answers.shift() ?? Promise.reject(new Error('requested too often')));
    expect((await seen(late)).tickers).toEqual(['OLD']);
    const { contracts: _lost, ...tickers } = refresh(T - SLOT_MS, [next], [old, next]);
    await bus.publish('derivatives', { ...tickers, contracts: [] });
    expect((await seen(late)).tickers).toEqual(['OLD']);
    release([old, next]);
    await setImmediate();
    expect((await seen(late)).tickers).toEqual(['OLD', 'NEXT']);
  });

  test('fails to start if contracts cannot be read, and says why', async () => {
    await publisher.publish(refresh(T - SLOT_MS, [old], [old]));
    const late = openBoard(() => Promise.reject(new Error('not readable')));
    await expect(late.ready).rejects.toThrow('not readable');
    expect(failures).toEqual([new Error('not readable')]);
  });
});
