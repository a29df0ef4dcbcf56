import {
  choice,
  flagOf,
  optional,
  toggle,
  wholeNumber,
  nonEmptyText,
  type SettingKind,
} from '../../core/setting.ts';
import { INDEX_NAME, limit } from '../shared-options.ts';
import type { Call, Option, Positional } from '../command.ts';
import { moment, span } from '../times.ts';
import type { ParameterKind, Route, RouteParameter } from './route.ts';
import { memberAt } from '../client/valid-record.ts';

/** NAME is the first of these parameters that a route has. */
const NAMED_FIRST = ['id', 'indexId', 'assetId', 'marketId', 'exchangeId'];

/** The parameter that follows the name of the route, without a flag. */
export function primaryOf({ parameters }: Route): RouteParameter | undefined {
  const ids = parameters.filter(({ kind }) => kind === 'uuid');
  const inOrder = NAMED_FIRST.map((name) => ids.find((each) => each.name === name));
  return ids.find(({ isRequired }) => isRequired) ?? inOrder.find((each) => each !== undefined);
}

/** `exchangeId` becomes `--exchange`, because names are accepted as well as ids. */
export function optionName(parameter: string): string {
  return parameter.replace(/(?<=.)Id$/, '');
}

/** The option with the meaning of NAME; undefined if NAME is required, or is an id. */
function nameOption(route: Route): RouteParameter | undefined {
  const primary = route.one === undefined ? primaryOf(route) : undefined;
  return primary?.isRequired || primary?.name === 'id' ? undefined : primary;
}

/** The description of a parameter, with options instead of the API parameters that it mentions. */
function asOption(parameter: RouteParameter, route: Route): RouteParameter {
  const names = route.parameters.map(({ name }) => name).filter((name) => /[A-Z]/.test(name));
  const about = names.reduce(
    (text, name) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), flagOf(optionName(name))),
    parameter.about,
  );
  return { ...parameter, about };
}

/** Routes whose records have a time get `--last`. */
export function hasRange({ parameters }: Route): boolean {
  return parameters.some(({ name }) => name === 'from');
}

export function routeOptions(route: Route): Record<string, Option<unknown>> {
  const primary = primaryOf(route);
  const sameAsName = nameOption(route);
  const top = topAbout(route);
  const named = route.parameters
    .filter((parameter) => parameter !== primary || parameter === sameAsName)
    .map((parameter): [string, Option<unknown>] => {
      const option = optionOf(asOption(parameter, route));
      const description =
        parameter === sameAsName ? `${option.description}; the same as NAME` : option.description;
      return [optionName(parameter.name), { ...option, description }];
    });
  return {
    ...Object.fromEntries(named),
    ...(hasRange(route) && {
      last: optional(span, 'Instead of --from: time range before --to, or before the newest record'),
    }),
    ...((route.isList || route.rows !== undefined) && {
      limit: optional(
        limit,
        route.isPaged
          ? `Maximum number of records; by default all, or ${PAGE} of a range`
          : 'Maximum number of records; by default all',
      ),
    }),
    ...(top !== undefined && { top: optional(wholeNumber(1, 1e9), top) }),
  };
}

/** Records of a range to show by default. */
export const PAGE = 100;

function optionOf({ about, kind, choices = [], isRequired, name }: RouteParameter): Option<unknown> {
  const isNamed = kind === 'uuid' && !/^(?:contractId|id)$/.test(name);
  const description = isNamed ? `${about}, by its name or id` : about;
  const option = optional(kind === 'choice' ? choice(choices) : KINDS[kind], description) as Option<unknown>;
  return isRequired ? { ...option, missingMessage: lowered(about) } : option;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const KINDS: Readonly<Record<Exclude<ParameterKind, 'choice'>, SettingKind<unknown>>> = {
  uuid: { ...nonEmptyText, placeholder: 'NAME' } as SettingKind<unknown>,
  'date-time': moment as SettingKind<unknown>,
  integer: wholeNumber(0, 1e9) as SettingKind<unknown>,
  boolean: toggle as SettingKind<unknown>,
  string: nonEmptyText as SettingKind<unknown>,
};

const ABOUT: Readonly<Record<string, string>> = {
  id: 'Its id',
  indexId: INDEX_NAME,
  assetId: 'An asset, by its symbol, slug, name or id',
  marketId: 'A market, such as BTC_USD, or its id',
  exchangeId: 'An exchange, by its name or id',
};

export function routePositionals(route: Route): Positional[] {
  const primary = primaryOf(route);
  const example = `tidemark get ${route.name}`;
  if (route.one !== undefined)
    return [named(`Show only this one, by name or id`, true, `give at most one name: ${example} NAME`)];
  if (!primary) return [];
  const about = ABOUT[primary.name] ?? primary.about;
  const wanted = primary.isRequired
    ? `name one (${lowered(about)}): ${example} NAME`
    : `give at most one name: ${example} NAME`;
  return [named(about, !primary.isRequired, wanted)];
}

function named(about: string, isOptional: boolean, missingMessage: string): Positional {
  return { name: 'NAME', about, missingMessage, ...(isOptional && { isOptional }) };
}

const EXCLUSIVE_OPTIONS: readonly (readonly string[])[] = [
  ['csv', 'json'],
  ['from', 'last'],
  ['top', 'limit'],
];

/** Options of a list that exclude each other, as problems; empty if there are none. */
export function getProblems(route: Route, call: Pick<Call, 'given' | 'positionals'>): string[] {
  const { given } = call;
  const conflicts = EXCLUSIVE_OPTIONS.filter((names) => names.every((name) => given.has(name)));
  const subjects = subjectsGiven(route, call);
  const isHalf = given.has('baseSymbol') !== given.has('quoteSymbol');
  return [
    ...conflicts.map((names) => `${names.map(flagOf).join(' and ')} cannot be used together`),
    ...(subjects.length > 1 ? [`${subjects.join(' and ')} cannot be used together`] : []),
    ...(isHalf ? ['give both --base-symbol and --quote-symbol, or the market as NAME, such as BTC_USD'] : []),
  ];
}

/** The options and arguments that select the subject of a list. */
function subjectsGiven(route: Route, { given, positionals }: Pick<Call, 'given' | 'positionals'>): string[] {
  const parameter = nameOption(route);
  const option = parameter && optionName(parameter.name);
  return [
    ...(positionals.length > 0 ? ['NAME'] : []),
    ...(option !== undefined && given.has(option) ? [flagOf(option)] : []),
    ...(given.has('baseSymbol') ? ['--base-symbol'] : []),
  ];
}

/** Lists that `--top` sorts, with the member that it sorts by. */
const LARGEST: Readonly<Record<string, readonly [member: string, words: string]>> = {
  'exchange-tickers': ['volume', 'largest volumes; for one market, whose volumes are of one asset'],
  'market-caps': ['marketCap', 'largest market caps'],
  'index-quality': ['exchanges', 'most exchanges'],
  'exchange-quality': ['volumeShare', 'largest shares of the volume'],
  'derivative-tickers': ['volumeUsd', 'largest volumes in US dollars'],
};

/** Description of `--top` for a list; undefined if the list has none. */
export function topAbout({ name }: Route): string | undefined {
  const largest = LARGEST[name];
  return largest && `Only this many, those with the ${largest[1]}, largest first`;
}

/** The largest records, in descending order; equal ones in the order of the service. */
export function topOf(route: Route, records: readonly object[], count: number): object[] {
  const [member] = LARGEST[route.name] ?? [];
  if (member === undefined) return records.slice(0, count);
  const sizeOf = (record: object) => Number(memberAt(record, member) ?? -Infinity);
  return records.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, count);
}
