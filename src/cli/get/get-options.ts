import {
  choice,
  flagOf,
  optional,
  toggle,
  wholeNumber,
  words,
  type SettingKind,
} from '../../core/setting.ts';
import { INDEX_NAME, limit } from '../shared-options.ts';
import type { Call, Option, Positional } from '../command.ts';
import { moment, span } from '../times.ts';
import type { ParameterKind, Route, RouteParameter } from './route.ts';
import { memberAt } from '../client/sound-record.ts';

/** Of these, the first that a route has is what NAME says. */
const NAMED_FIRST = ['id', 'indexId', 'assetId', 'marketId', 'exchangeId'];

/** The parameter that stands behind the name of the route, without a flag. */
export function primaryOf({ parameters }: Route): RouteParameter | undefined {
  const ids = parameters.filter(({ kind }) => kind === 'uuid');
  const inOrder = NAMED_FIRST.map((name) => ids.find((each) => each.name === name));
  return ids.find(({ isRequired }) => isRequired) ?? inOrder.find((each) => each !== undefined);
}

/** `exchangeId` is `--exchange`: names are taken as well as ids. */
export function optionName(parameter: string): string {
  return parameter.replace(/(?<=.)Id$/, '');
}

/** The same parameter may be given as an option: the API has a name for it too. Where it must be there, NAME is asked for. */
export function otherwiseNamed(route: Route): RouteParameter | undefined {
  const primary = route.one === undefined ? primaryOf(route) : undefined;
  return primary?.isRequired || primary?.name === 'id' ? undefined : primary;
}

/** What is said of it, with options in place of the parameters of the API that it names. */
function asOption(parameter: RouteParameter, route: Route): RouteParameter {
  const names = route.parameters.map(({ name }) => name).filter((name) => /[A-Z]/.test(name));
  const about = names.reduce(
    (text, name) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), flagOf(optionName(name))),
    parameter.about,
  );
  return { ...parameter, about };
}

/** Where records have a time, `--last` says how far back. */
export function hasRange({ parameters }: Route): boolean {
  return parameters.some(({ name }) => name === 'from');
}

export function routeOptions(route: Route): Record<string, Option<unknown>> {
  const primary = primaryOf(route);
  const otherwise = otherwiseNamed(route);
  const top = topAbout(route);
  const named = route.parameters
    .filter((parameter) => parameter !== primary || parameter === otherwise)
    .map((parameter): [string, Option<unknown>] => {
      const option = optionOf(asOption(parameter, route));
      const description =
        parameter === otherwise ? `${option.description}; the same as NAME` : option.description;
      return [optionName(parameter.name), { ...option, description }];
    });
  return {
    ...Object.fromEntries(named),
    ...(hasRange(route) && {
      last: optional(span, 'In place of --from: so long before --to, by default before the newest record'),
    }),
    ...((route.isList || route.rows !== undefined) && {
      limit: optional(
        limit,
        route.isPaged
          ? `How many records; by default all, of a range one page of ${PAGE}`
          : 'How many records; by default all',
      ),
    }),
    ...(top !== undefined && { top: optional(wholeNumber(1, 1e9), top) }),
  };
}

/** Records of a range that are shown where it is not said how many. */
export const PAGE = 100;

function optionOf({ about, kind, choices = [], isRequired, name }: RouteParameter): Option<unknown> {
  const isNamed = kind === 'uuid' && !/^(?:contractId|id)$/.test(name);
  const description = isNamed ? `${about}, by its name or id` : about;
  const option = optional(kind === 'choice' ? choice(choices) : KINDS[kind], description) as Option<unknown>;
  return isRequired ? { ...option, required: lowered(about) } : option;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const KINDS: Readonly<Record<Exclude<ParameterKind, 'choice'>, SettingKind<unknown>>> = {
  uuid: { ...words, placeholder: 'NAME' } as SettingKind<unknown>,
  'date-time': moment as SettingKind<unknown>,
  integer: wholeNumber(0, 1e9) as SettingKind<unknown>,
  boolean: toggle as SettingKind<unknown>,
  string: words as SettingKind<unknown>,
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
    return [named(`One of them, by its name or id`, true, `give one name at most: ${example} NAME`)];
  if (!primary) return [];
  const about = ABOUT[primary.name] ?? primary.about;
  const wanted = primary.isRequired
    ? `say which (${lowered(about)}): ${example} NAME`
    : `give one name at most: ${example} NAME`;
  return [named(about, !primary.isRequired, wanted)];
}

function named(about: string, isOptional: boolean, wanted: string): Positional {
  return { name: 'NAME', about, wanted, ...(isOptional && { isOptional }) };
}

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

/** Lists in which one member says what is large. */
const LARGEST: Readonly<Record<string, readonly [member: string, words: string]>> = {
  'exchange-tickers': ['volume', 'largest volumes; for one market, whose volumes are of one asset'],
  'market-caps': ['marketCap', 'largest market caps'],
  'index-quality': ['exchanges', 'most exchanges'],
  'exchange-quality': ['volumeShare', 'largest shares of the volume'],
  'derivative-tickers': ['volumeUsd', 'largest volumes in US dollars'],
};

/** What `--top` is for a list; undefined where it has none. */
export function topAbout({ name }: Route): string | undefined {
  const largest = LARGEST[name];
  return largest && `Only so many, those with the ${largest[1]}, the largest first`;
}

/** Those that are the largest, in that order; equal ones as the service lists them. */
export function topOf(route: Route, records: readonly object[], count: number): object[] {
  const [member] = LARGEST[route.name] ?? [];
  if (member === undefined) return records.slice(0, count);
  const sizeOf = (record: object) => Number(memberAt(record, member) ?? -Infinity);
  return records.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, count);
}
