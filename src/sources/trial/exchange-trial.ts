import { existsSync } from 'node:fs';
import type { Clock } from '../../core/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import type { Millis } from '../../core/time.ts';
import { CcxtExchange } from '../ccxt/ccxt-exchange.ts';
import { isKnownToCcxt } from '../ccxt/ccxt-library.ts';
import { askOver } from '../declarative/ask-exchange.ts';
import { DeclaredExchange, type Understanding } from '../declarative/declared-exchange.ts';
import type { Ask } from '../declarative/declared-list.ts';
import type { ExchangeDefinition } from '../declarative/exchange-definition.ts';
import type { LeftOut } from '../declarative/left-out.ts';
import { readDefinitions } from '../declarative/read-definitions.ts';
import { configuredNetwork } from '../live/configured-exchanges.ts';
import { openExchangeNetwork } from '../live/http/exchange-network.ts';
import type { ExchangeHttp } from '../live/http/exchange-http.ts';
import { PollFailure } from '../live/poll-failure.ts';
import { numbersOf } from '../live/understand/tick-of-reading.ts';
import type { SourceOptions } from '../source-definition.ts';
import { savedAnswers } from './saved-answers.ts';
import { problemsOf } from './trial-problems.ts';

export interface TrialOptions {
  /** A file that declares an exchange, or what ccxt calls one. */
  readonly exchange: string;
  /** Those of the service: how exchanges are reached. */
  readonly settings: SourceOptions;
  /** Files with what the exchange answered before, in the order of its requests; absent: it is asked now. */
  readonly answers?: readonly string[] | undefined;
  readonly clock: Clock;
}

/** What one reading of an exchange was understood to say. */
export interface Trial {
  readonly key: string;
  readonly name: string;
  readonly markets: number;
  readonly tickers: readonly TriedTicker[];
  readonly leftOut: readonly LeftOut[];
  /** In words; an exchange without any can be used. */
  readonly problems: readonly string[];
}

/** As the service would take it. */
export interface TriedTicker {
  readonly base: string;
  readonly quote: string;
  readonly last: string;
  readonly bid?: string;
  readonly ask?: string;
  /** In base units. */
  readonly volume?: string;
  /** How long ago the exchange says that it was. */
  readonly ageMs?: Millis;
}

interface Tried {
  readonly key: string;
  readonly name: string;
  read(signal: AbortSignal): Promise<Understanding>;
}

/** Reads an exchange once. What goes wrong with the exchange is a problem of the trial; what the operator got wrong is thrown. */
export async function tryExchange(options: TrialOptions): Promise<Trial> {
  const { clock, settings, answers } = options;
  const opened = openExchangeNetwork(configuredNetwork(settings), clock);
  try {
    const tried = await triedExchange(options, opened.http);
    return await trialOf(tried, clock, answers !== undefined);
  } finally {
    await opened.close();
  }
}

async function trialOf(tried: Tried, clock: Clock, isSaved: boolean): Promise<Trial> {
  const { key, name } = tried;
  try {
    const understanding = await tried.read(new AbortController().signal);
    const now = clock.now();
    const { list, leftOut } = understanding;
    return {
      key,
      name,
      markets: list.markets.length,
      tickers: triedTickers(understanding, now),
      leftOut,
      problems: problemsOf(understanding, { now, isSaved }),
    };
  } catch (error) {
    if (!(error instanceof PollFailure)) throw error;
    return { key, name, markets: 0, tickers: [], leftOut: [], problems: [`${error.kind}: ${error.message}`] };
  }
}

function triedTickers({ list, readings }: Understanding, now: Millis): readonly TriedTicker[] {
  const markets = new Map(list.markets.map((market) => [market.symbol, market]));
  return readings.flatMap((reading) => {
    const market = markets.get(reading.symbol);
    const numbers = numbersOf(reading);
    if (!market || !numbers) return [];
    const { base, quote } = market;
    const { timestamp } = reading;
    return [{ base, quote, ...numbers, ...(timestamp === undefined ? {} : { ageMs: now - timestamp }) }];
  });
}

async function triedExchange(options: TrialOptions, http: ExchangeHttp): Promise<Tried> {
  const { exchange, clock, answers } = options;
  const key = exchange.toLowerCase();
  if (isKnownToCcxt(key) && !existsSync(exchange)) {
    if (answers)
      throw new OperatorError(`--answer is for exchanges that a file declares: ${key} is one of ccxt`);
    return ccxtTried(await CcxtExchange.open(key, http, clock));
  }
  const definition = definitionAt(exchange);
  const ask: Ask = answers ? savedAnswers(definition, answers) : askOver(http, clock);
  const declared = new DeclaredExchange(definition, ask);
  return { key: definition.key, name: definition.name, read: (signal) => declared.understand(signal) };
}

function definitionAt(path: string): ExchangeDefinition {
  const { definitions, problems } = readDefinitions([path]);
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  const [definition, ...more] = definitions;
  if (!definition || more.length > 0) throw new OperatorError(`${path}: name one file`);
  return definition;
}

function ccxtTried(exchange: CcxtExchange): Tried {
  const { key, name } = exchange;
  if (!exchange.hasTickers)
    throw new OperatorError(`${key} cannot be read: it does not give all tickers at once`);
  return {
    key,
    name,
    async read(signal) {
      const list = await exchange.markets(signal);
      const readings = await exchange.tickers(list, signal);
      const unpriced = readings.filter(({ last }) => last === undefined).map(({ symbol }) => symbol);
      const leftOut =
        unpriced.length === 0
          ? []
          : [{ why: 'no last price', count: unpriced.length, examples: unpriced.slice(0, 3) }];
      return { list, readings, missing: [], leftOut };
    },
  };
}
