import { OperatorError } from '../../core/errors.ts';
import type { ExchangeDefinition } from '../declarative/exchange-definition.ts';
import { readDefinitions } from '../declarative/read-definitions.ts';
import type { SourceOptions } from '../source-definition.ts';
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
  return found(options).problems;
}

/** Throws where a file has changed for the worse since it was checked. */
export function configuredExchanges(options: SourceOptions): ConfiguredExchanges {
  const { problems, exchanges, declared } = found(options);
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  return { exchanges, declared };
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
