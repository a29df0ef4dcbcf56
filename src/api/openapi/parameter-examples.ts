import { EXAMPLE_IDS } from '../../contract/example-ids.ts';
import type { AnyRoute } from '../http/routing/route.ts';

const { asset, market, exchange } = EXAMPLE_IDS;

/**
 * Example parameters that select the subject of a request. A route uses the first entry whose parameters it
 * all has.
 */
const SELECTIONS: readonly Readonly<Record<string, string>>[] = [
  { marketName: 'BTC_USD' },
  { fromSymbol: 'BTC', toSymbol: 'EUR' },
  { baseSymbol: 'BTC', quoteSymbol: 'USD' },
  { symbol: 'BTC' },
];
/** Values of required parameters. */
const REQUIRED: Readonly<Record<string, string>> = {
  indexId: market,
  exchangeId: exchange,
  interval: '1h',
  derivativeType: 'perpetuals',
};
/** Fixed ids; ids of records change with time. */
const IDS: Readonly<Record<string, string>> = {
  '/asset/{id}': asset,
  '/market/{id}': market,
  '/exchange/{id}': exchange,
};

/** Parameter values that form a request which the built-in data can answer. */
export function parameterExamples(
  route: Pick<AnyRoute, 'path' | 'pathParameters' | 'query'>,
): Readonly<Record<string, string>> {
  const { path, pathParameters, query = {} } = route;
  const selection = SELECTIONS.find((choice) => Object.keys(choice).every((name) => name in query));
  const required = Object.entries({ ...pathParameters, ...query })
    .filter(([, parameter]) => parameter.required)
    .flatMap(([name]) => (REQUIRED[name] === undefined ? [] : [[name, REQUIRED[name]]]));
  const examples = Object.fromEntries(required) as Record<string, string>;
  const named = 'indexId' in examples ? {} : selection;
  return { ...named, ...examples, ...(IDS[path] === undefined ? {} : { id: IDS[path] }) };
}
