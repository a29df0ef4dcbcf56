import { existsSync } from '../../../disk/files.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import type { Millis } from '../../../core/time.ts';
import { CcxtExchange } from '../ccxt/ccxt-exchange.ts';
import { isKnownToCcxt } from '../ccxt/ccxt-library.ts';
import { requesterOver } from '../declared/requester.ts';
import { DeclaredExchange, type ParsedReading } from '../declared/declared-exchange.ts';
import type { Requester } from '../declared/declared-list.ts';
import type { ExchangeDefinition } from '../declared/exchange-definition.ts';
import type { LeftOut } from '../ports/left-out.ts';
import { readDefinitions } from '../declared/read-definitions.ts';
import { openContractsApis } from '../collect/open-contracts.ts';
import { readApiKeys } from '../settings/api-keys.ts';
import { configuredNetwork, textOf, textsOf } from '../settings/configured-exchanges.ts';
import { DERIVATIVES } from '../settings/derivatives-profiles.ts';
import { routeProblems } from '../settings/exchange-routes.ts';
import { openExchangeNetwork, type ExchangeNetwork } from '../http/exchange-network.ts';
import { PollFailure } from '../ports/poll-failure.ts';
import { tickNumbersOf } from '../understand/tick-numbers.ts';
import type { SourceOptions } from '../../source-definition.ts';
import { savedReplies } from './saved-replies.ts';
import { readingProblems } from './trial-problems.ts';

export interface TrialOptions {
  /** A file that declares an exchange, or a ccxt id. */
  readonly exchange: string;
  /** Settings of the service, for the routes to exchanges. */
  readonly settings: SourceOptions;
  /** Files with stored replies of the exchange, in the order of its requests; absent: it is read now. */
  readonly answers?: readonly string[] | undefined;
  readonly clock: Clock;
}

/** Interpreted result of reading an exchange once. */
export interface Trial {
  readonly key: string;
  readonly name: string;
  readonly markets: number;
  readonly tickers: readonly TriedTicker[];
  readonly leftOut: readonly LeftOut[];
  /** Explanations; an exchange without any can be used. */
  readonly problems: readonly string[];
}

/** A ticker as the service would use it. */
export interface TriedTicker {
  readonly base: string;
  readonly quote: string;
  readonly last: string;
  readonly bid?: string;
  readonly ask?: string;
  /** In base units. */
  readonly volume?: string;
  /** Age by the exchange's own timestamp. */
  readonly ageMs?: Millis;
}

interface Tried {
  readonly key: string;
  readonly name: string;
  /** Number of markets per reading, if it does not cover all. */
  readonly maxPerCycle?: number | undefined;
  readonly areContracts?: true;
  read(signal: AbortSignal): Promise<ParsedReading>;
}

/** Reads an exchange once. Faults of the exchange are problems in the result; mistakes of the operator are thrown. */
export async function tryExchange(options: TrialOptions): Promise<Trial> {
  const { clock, settings, answers } = options;
  checkRoutes(options);
  const opened = openExchangeNetwork(configuredNetwork(settings), clock);
  try {
    const tried = await triedExchange(options, opened);
    return await trialOf(tried, clock, answers !== undefined);
  } finally {
    await opened.close();
  }
}

/** Settings may name a proxy or a gateway only for the exchange on trial, or for a configured one. */
function checkRoutes({ exchange, settings }: TrialOptions): void {
  const key = isNameOfExchange(exchange) ? exchange.toLowerCase() : definitionAt(exchange).key;
  const named = (['exchanges', 'derivatives'] as const).flatMap((name) => textsOf(settings[name]));
  const problems = routeProblems(textOf(settings['exchangeProxy']), textOf(settings['exchangeGateway']), [
    key,
    ...named,
    'supplies',
  ]);
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
}

function isNameOfExchange(exchange: string): boolean {
  const key = exchange.toLowerCase();
  return (isKnownToCcxt(key) || Object.hasOwn(DERIVATIVES, key)) && !existsSync(exchange);
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
      problems: readingProblems(understanding, {
        now,
        isSaved,
        maxTickers: tried.maxPerCycle,
        areContracts: tried.areContracts,
      }),
    };
  } catch (error) {
    if (!(error instanceof PollFailure)) throw error;
    return { key, name, markets: 0, tickers: [], leftOut: [], problems: [`${error.kind}: ${error.message}`] };
  }
}

function triedTickers({ list, readings }: ParsedReading, now: Millis): readonly TriedTicker[] {
  const markets = new Map(list.markets.map((market) => [market.symbol, market]));
  return readings.flatMap((reading) => {
    const market = markets.get(reading.symbol);
    const numbers = tickNumbersOf(reading);
    if (!market || !numbers) return [];
    const { base, quote } = market;
    const { timestamp } = reading;
    return [{ base, quote, ...numbers, ...(timestamp === undefined ? {} : { ageMs: now - timestamp }) }];
  });
}

async function triedExchange(options: TrialOptions, network: ExchangeNetwork): Promise<Tried> {
  const { exchange, clock, answers } = options;
  const key = exchange.toLowerCase();
  if (isNameOfExchange(exchange)) {
    if (answers)
      throw new OperatorError(`--answer is for exchanges that a file declares: ${key} is read by its name`);
    const keyFile = textOf(options.settings['exchangeKeys']);
    const apiKey = keyFile === undefined ? undefined : readApiKeys(keyFile).get(key);
    const spot = isKnownToCcxt(key)
      ? await CcxtExchange.open(key, network.of(key), clock, undefined, undefined, apiKey)
      : undefined;
    if (spot && (spot.readability.how !== 'not' || !Object.hasOwn(DERIVATIVES, key))) return ccxtTried(spot);
    return contractsTried(key, network, clock);
  }
  const definition = definitionAt(exchange);
  const ask: Requester = answers
    ? savedReplies(definition, answers)
    : requesterOver(network.of(definition.key), clock);
  const declared = new DeclaredExchange(definition, ask, clock);
  return {
    key: definition.key,
    name: definition.name,
    maxPerCycle: declared.maxPerCycle,
    read: (signal) => declared.readAll(signal),
  };
}

function definitionAt(path: string): ExchangeDefinition {
  const { definitions, problems } = readDefinitions([path]);
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  const [definition, ...more] = definitions;
  if (!definition || more.length > 0) throw new OperatorError(`${path}: name one file`);
  return definition;
}

/** For an interface that only has derivatives: its contracts are shown like markets. */
async function contractsTried(key: string, network: ExchangeNetwork, clock: Clock): Promise<Tried> {
  const [api] = await openContractsApis([key], network, clock, (_, reason) => {
    throw new OperatorError(`the exchange ${key} cannot be read: ${reason}`);
  });
  return {
    key,
    name: `derivatives of ${DERIVATIVES[key]?.name ?? key}`,
    areContracts: true,
    async read(signal) {
      const list = await api!.markets(signal);
      const readings = await api!.tickers(list, signal);
      const asTickers = readings.map(({ volume, ...reading }) => ({
        ...reading,
        ...(volume === undefined ? {} : { baseVolume: volume }),
      }));
      return { list, readings: asTickers, missing: [], leftOut: api!.takeLeftOut?.() ?? [] };
    },
  };
}

function ccxtTried(exchange: CcxtExchange): Tried {
  const { key, name, readability } = exchange;
  if (readability.how === 'not')
    throw new OperatorError(`the exchange ${key} cannot be read: ${readability.reason}`);
  return {
    key,
    name,
    maxPerCycle: exchange.maxPerCycle,
    async read(signal) {
      const list = await exchange.markets(signal);
      const readings = await exchange.tickers(list, signal);
      const unpriced = readings.filter(({ last }) => last === undefined).map(({ symbol }) => symbol);
      const leftOut =
        unpriced.length === 0
          ? []
          : [{ why: 'no last price', count: unpriced.length, examples: unpriced.slice(0, 3) }];
      return { list, readings, missing: [], leftOut: [...leftOut, ...exchange.takeLeftOut()] };
    },
  };
}
