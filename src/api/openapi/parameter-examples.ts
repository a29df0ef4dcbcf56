import { EXAMPLE_IDS } from '../../contract/example-ids.ts';
import type { AnyRoute } from '../http/routing/route.ts';

const { asset, market, exchange } = EXAMPLE_IDS;

/** Ways to say what a request is about; a route's first that it knows all parameters of is its example. */
const SELECTIONS: readonly Readonly<Record<string, string>>[] = [
  { marketName: 'BTC_USD' },
  { fromSymbol: 'BTC', toSymbol: 'EUR' },
  { baseSymbol: 'BTC', quoteSymbol: 'USD' },
  { symbol: 'BTC' },
];
/** What a parameter is where it must be given. */
const REQUIRED: Readonly<Record<string, string>> = {
  indexId: market,
  exchangeId: exchange,
  interval: '1h',
  derivativeType: 'perpetuals',
};
/** Ids that stand for themselves; those of records are of the moment. */
const IDS: Readonly<Record<string, string>> = {
  '/asset/{id}': asset,
  '/market/{id}': market,
  '/exchange/{id}': exchange,
};

/** Values of parameters that together are a request which the built-in data answer. */
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
