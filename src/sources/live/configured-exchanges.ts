import { OperatorError } from '../../core/errors.ts';
import type { ExchangeDefinition } from '../declarative/exchange-definition.ts';
import { readDefinitions } from '../declarative/read-definitions.ts';
import type { SourceOptions } from '../source-definition.ts';
import type { NetworkSettings } from './collect/collector-messages.ts';
import { nameOf } from './exchange-profiles.ts';

/** The exchanges that settings name. */
export interface ConfiguredExchanges {
  /** Those of ccxt. */
  readonly exchanges: readonly string[];
  readonly declared: readonly ExchangeDefinition[];
}

interface Found extends ConfiguredExchanges {
  readonly problems: readonly string[];
}

/** Everything that is wrong with the files that settings name, and with their exchanges beside the others. */
export function exchangeProblems(options: SourceOptions): readonly string[] {
  const { problems, exchanges, declared } = found(options);
  const isNone = problems.length === 0 && exchanges.length + declared.length === 0;
  return isNone ? ['--exchanges is none and --exchange-files names none: nothing would be read'] : problems;
}

/** Throws where a file has changed for the worse since it was checked. */
export function configuredExchanges(options: SourceOptions): ConfiguredExchanges {
  const { problems, exchanges, declared } = found(options);
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  return { exchanges, declared };
}

/** How settings say that exchanges are reached. */
export function configuredNetwork({ exchangeProxy, exchangeGateway }: SourceOptions): NetworkSettings {
  return { proxy: textOf(exchangeProxy), gateway: textOf(exchangeGateway) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function found({ exchanges, exchangeFiles }: SourceOptions): Found {
  const keys = textsOf(exchanges);
  const { definitions, problems } = readDefinitions(textsOf(exchangeFiles));
  return {
    exchanges: keys,
    declared: definitions,
    problems: [...problems, ...takenTwice(keys, definitions)],
  };
}

/** Clients know exchanges by name: two of one name would be one exchange with two prices. */
function takenTwice(keys: readonly string[], declared: readonly ExchangeDefinition[]): readonly string[] {
  const byKey = new Set(keys);
  const byName = new Map(keys.map((key) => [nameOf(key).toLowerCase(), key]));
  return declared.flatMap(({ key, name }) => {
    const other = byName.get(name.toLowerCase());
    byName.set(name.toLowerCase(), key);
    if (byKey.has(key))
      return [`exchange file ${key}: the key is that of an exchange of --exchanges: leave one of them out`];
    return other === undefined ? [] : [`exchange file ${key}: the name ${name} is taken by ${other}`];
  });
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
