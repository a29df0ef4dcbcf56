import { flagOf } from '../../core/setting.ts';
import type { Call } from '../command.ts';
import { optionName, otherwiseNamed } from './get-options.ts';
import type { Route } from './route.ts';

const APART: readonly (readonly string[])[] = [
  ['csv', 'json'],
  ['from', 'last'],
  ['top', 'limit'],
];

/** What options of a list say that does not go together; nothing where they do. */
export function getProblems(route: Route, call: Pick<Call, 'given' | 'positionals'>): string[] {
  const { given } = call;
  const apart = APART.filter((names) => names.every((name) => given.has(name)));
  const ways = waysToName(route, call);
  const isHalf = given.has('baseSymbol') !== given.has('quoteSymbol');
  return [
    ...apart.map((names) => `${names.map(flagOf).join(' and ')}: give one of them`),
    ...(ways.length > 1 ? [`${ways.join(' and ')}: give one of them`] : []),
    ...(isHalf
      ? ['--base-symbol and --quote-symbol: give both, or the market as NAME, such as BTC_USD']
      : []),
  ];
}

/** The ways in which it is said what a list is to be about. */
function waysToName(route: Route, { given, positionals }: Pick<Call, 'given' | 'positionals'>): string[] {
  const parameter = otherwiseNamed(route);
  const option = parameter && optionName(parameter.name);
  return [
    ...(positionals.length > 0 ? ['NAME'] : []),
    ...(option !== undefined && given.has(option) ? [flagOf(option)] : []),
    ...(given.has('baseSymbol') ? ['--base-symbol'] : []),
  ];
}
