import { deepStrictEqual } from 'node:assert';
import { performance } from 'node:perf_hooks';
import type { PostgresHistoryReader } from '../../src/cluster/postgres/history/read/postgres-history-reader.ts';
import type { HistoryReader } from '../../src/history/history-store.ts';
import { median } from '../support/statistics.ts';
import type { Question, ReadCase } from './read-cases.ts';
import { OPTIONS, type BenchStore, type TwoStores } from './two-stores.ts';

export interface ReadTimes {
  /** Time until the reader is open, knows all series and has the current hour in memory. */
  readonly openMs: number;
  /** The first read of an hour that the reader has not read before. */
  readonly firstMs: number;
  /** Further reads of the same hour. */
  readonly nextMs: number;
}

export interface CaseTimes {
  readonly name: string;
  readonly embedded: ReadTimes;
  readonly postgres: ReadTimes;
  /** How many times as long PostgreSQL may take. */
  readonly wanted: number | undefined;
  /** Also reported including the time to open the reader, because one of the two loads the hour into memory when it opens. */
  readonly withOpening: boolean;
}

interface Round {
  readonly openMs: number;
  readonly firstMs: number;
  readonly nextMs: readonly number[];
}

/** Runs alternating rounds with new readers in each, and returns medians. Both readers must return the same values. */
export async function measureReads(
  stores: TwoStores,
  cases: readonly ReadCase[],
  rounds: number,
): Promise<CaseTimes[]> {
  const times: CaseTimes[] = [];
  for (const readCase of cases) {
    const embeddedRounds: Round[] = [];
    const postgresRounds: Round[] = [];
    // The first round is not counted: its code is not compiled yet.
    for (let round = 0; round <= rounds; round++) {
      const questions = readCase.questions(round);
      const isEven = round % 2 === 0;
      const first = await measureRound(isEven ? stores.embedded : stores.postgres, questions);
      const second = await measureRound(isEven ? stores.postgres : stores.embedded, questions);
      deepStrictEqual(second.answer, first.answer);
      if (first.answer.length === 0) throw new Error(`${readCase.name}: no value was found`);
      if (round === 0) continue;
      embeddedRounds.push(isEven ? first : second);
      postgresRounds.push(isEven ? second : first);
    }
    times.push({
      name: readCase.name,
      embedded: timesOf(embeddedRounds),
      postgres: timesOf(postgresRounds),
      wanted: readCase.wanted,
      withOpening: readCase.withOpening ?? false,
    });
    console.error(readCase.name);
  }
  return times;
}

async function measureRound(
  { backend }: BenchStore,
  questions: readonly Question[],
): Promise<Round & { readonly answer: readonly object[] }> {
  const start = performance.now();
  const reader = await backend.openReader(OPTIONS.onDamage);
  try {
    // Connect, load the series and the current hour: a serving node does this at its start and with each tick.
    await reader.series();
    if ('warm' in reader) await (reader as PostgresHistoryReader).warm();
    const openMs = performance.now() - start;
    const [first, ...next] = questions as [Question, ...Question[]];
    const { ms: firstMs, answer } = await timed(first, reader);
    const nextMs: number[] = [];
    for (const question of next) nextMs.push((await timed(question, reader)).ms);
    return { openMs, firstMs, nextMs, answer };
  } finally {
    await reader.close();
  }
}

async function timed(question: Question, reader: HistoryReader) {
  const start = performance.now();
  const answer = await question(reader);
  return { ms: performance.now() - start, answer };
}

function timesOf(rounds: readonly Round[]): ReadTimes {
  return {
    openMs: median(rounds.map(({ openMs }) => openMs)),
    firstMs: median(rounds.map(({ firstMs }) => firstMs)),
    nextMs: median(rounds.map(({ nextMs }) => median(nextMs))),
  };
}
