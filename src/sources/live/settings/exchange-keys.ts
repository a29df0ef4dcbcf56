import type { SettingKind } from '../../../core/setting.ts';
import { ccxtIds, isKnownToCcxt } from '../ccxt/ccxt-library.ts';
import { DERIVATIVES } from './derivatives-profiles.ts';
import { similarNames } from './similar-names.ts';

/** Valid names of a list; `all` are candidates for suggestions. */
interface KnownNames {
  readonly isKnown: (name: string) => boolean;
  readonly all: () => readonly string[];
}

export const exchangeKeys = namesSetting(
  { isKnown: isKnownToCcxt, all: ccxtIds },
  'must be a list of ccxt ids of exchanges, each once, such as kraken,binance, or none',
);

export const derivativeKeys = namesSetting(
  { isKnown: (name) => Object.hasOwn(DERIVATIVES, name), all: () => Object.keys(DERIVATIVES) },
  `must be a list of ${Object.keys(DERIVATIVES).join(', ')}, each once, or none`,
);

function namesSetting(names: KnownNames, expects: string): SettingKind<readonly string[]> {
  return {
    placeholder: 'NAME,...',
    parse: (text) => {
      const given = namesIn(text);
      return problemsOf(given, names).length === 0 ? given : undefined;
    },
    expects,
    explainError: (text) => problemsOf(namesIn(text), names).join('; '),
    format: (keys) => keys.join(',') || 'none',
  };
}

function namesIn(text: string): readonly string[] {
  return text === 'none' ? [] : text.split(',').map((key) => key.trim().toLowerCase());
}

function problemsOf(given: readonly string[], { isKnown, all }: KnownNames): readonly string[] {
  const twice = given.filter((name, i) => name !== '' && given.indexOf(name) !== i);
  const unknown = [...new Set(given)].filter((name) => !isKnown(name));
  return [
    ...unknown.map(
      (name) =>
        `${name === '' ? 'a name' : name} is ${name === '' ? 'missing' : 'unknown'}${meant(name, all)}`,
    ),
    ...[...new Set(twice)].map((name) => `${name} appears twice`),
  ];
}

function meant(name: string, all: () => readonly string[]): string {
  const similar = name === '' ? [] : similarNames(name, all());
  return similar.length === 0 ? '' : `, did you mean ${similar.join(' or ')}?`;
}
