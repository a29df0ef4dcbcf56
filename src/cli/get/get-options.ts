import {
  choice,
  flagOf,
  optional,
  toggle,
  wholeNumber,
  words,
  type SettingKind,
} from '../../core/setting.ts';
import { INDEX_NAME } from '../client/notices/test/unit/api/bearer.test.ts';
import type { Option, Positional } from '../command.ts';
import { limit } from '../limit.ts';
import { moment, span } from '../times.ts';
import type { ParameterKind, Route, RouteParameter } from './route.ts';
import { topAbout } from './top.ts';

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
