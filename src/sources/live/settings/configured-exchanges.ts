import { OperatorError } from '../../../core/errors.ts';
import type { ExchangeDefinition } from '../declared/exchange-definition.ts';
import { readDefinitions } from '../declared/read-definitions.ts';
import type { SourceOptions } from '../../source-definition.ts';
import { exchangeNameOf } from './exchange-profiles.ts';
import { parseRoutes, routeProblems, type NetworkSettings } from './exchange-routes.ts';
import { parsedTradeMarkets, tradeMarketProblems } from './trade-markets.ts';

/** The exchanges in settings. */
export interface ConfiguredExchanges {
  /** Exchanges of ccxt. */
  readonly exchanges: readonly string[];
  readonly declared: readonly ExchangeDefinition[];
  /** Derivatives interfaces. */
  readonly derivatives: readonly string[];
}

interface Found extends ConfiguredExchanges {
  readonly problems: readonly string[];
}

/** Problems of the files named in settings, and conflicts between exchanges. */
export function exchangeProblems(options: SourceOptions): readonly string[] {
  const { problems, exchanges, declared, derivatives } = found(options);
  const isNone = problems.length === 0 && exchanges.length + declared.length === 0;
  if (isNone) return ['--exchanges is none and --exchange-files declares none: nothing would be read'];
  const keys = [...exchanges, ...declared.map(({ key }) => key), ...derivatives, 'supplies'];
  return [
    ...problems,
    ...routeProblems(textOf(options['exchangeProxy']), textOf(options['exchangeGateway']), keys),
  ];
}

/** A market can qualify at once if two other exchanges agree with it. */
const MIN_TO_COMPARE = 3;

export function exchangeWarnings(options: SourceOptions): readonly string[] {
  const { exchanges, declared } = found(options);
  const count = exchanges.length + declared.length;
  if (count >= MIN_TO_COMPARE) return [];
  return [
    `${count} ${count === 1 ? 'exchange is' : 'exchanges are'} read: with fewer than ${MIN_TO_COMPARE}, no price can be confirmed by two others, and most markets take part only after a day`,
  ];
}

/** Throws if a file was damaged after it was checked. */
export function configuredExchanges(options: SourceOptions): ConfiguredExchanges {
  const { problems, exchanges, declared, derivatives } = found(options);
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  return { exchanges, declared, derivatives };
}

/** Network settings for exchanges. Throws if settings contradict each other. */
export function configuredNetwork({ exchangeProxy, exchangeGateway }: SourceOptions): NetworkSettings {
  const [proxy, gateway] = [textOf(exchangeProxy), textOf(exchangeGateway)];
  const problems = routeProblems(proxy, gateway);
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  return parseRoutes(proxy, gateway);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function found({ exchanges, exchangeFiles, derivatives, tradeMarkets }: SourceOptions): Found {
  const keys = textsOf(exchanges);
  const { definitions, problems } = readDefinitions(textsOf(exchangeFiles));
  const read = [...keys, ...definitions.map(({ key }) => key)];
  return {
    exchanges: keys,
    declared: definitions,
    derivatives: textsOf(derivatives),
    problems: [
      ...problems,
      ...takenTwice(keys, definitions),
      ...tradeMarketProblems(parsedTradeMarkets(tradeMarkets), read),
    ],
  };
}

/** Clients identify exchanges by name: two with the same name would be one exchange with two prices. */
function takenTwice(keys: readonly string[], declared: readonly ExchangeDefinition[]): readonly string[] {
  const byKey = new Set(keys);
  const byName = new Map(keys.map((key) => [exchangeNameOf(key).toLowerCase(), key]));
  return declared.flatMap(({ key, name }) => {
    const other = byName.get(name.toLowerCase());
    byName.set(name.toLowerCase(), key);
    if (byKey.has(key)) return [`exchange file ${key}: the key is also in --exchanges: remove one of them`];
    return other === undefined ? [] : [`exchange file ${key}: the name ${name} is taken by ${other}`];
  });
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
