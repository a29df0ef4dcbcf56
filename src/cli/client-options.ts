import { AUDIENCE_KINDS, isAudienceKind, type AudienceKind } from '../auth/audiences.ts';
import { isScope, SCOPES, type Scope } from '../contract/scopes.ts';
import { nearestWord } from '../core/text/nearest-word.ts';
import type { SettingKind } from '../core/setting.ts';
import type { Millis } from '../core/time.ts';
import { moment, span } from './times.ts';

function wordsIn(text: string): string[] {
  return text.split(/[ ,]+/).filter((word) => word !== '');
}

/** Scopes separated by commas or blanks; `none` gives look-ups only. */
export const scopeList: SettingKind<readonly Scope[]> = {
  placeholder: 'SCOPE,...',
  choices: [...SCOPES, 'none'],
  parse: (text) => {
    const names = text === 'none' ? [] : wordsIn(text);
    return names.every(isScope) ? SCOPES.filter((scope) => names.includes(scope)) : undefined;
  },
  expects: `must name scopes: ${SCOPES.join(' ')}, or none`,
  explainError: (text) => {
    const unknown = wordsIn(text).filter((name) => !isScope(name));
    const meant = unknown.length === 1 ? nearestWord(unknown[0]!, SCOPES) : undefined;
    return `unknown scope ${unknown.join(', ')}${meant === undefined ? '' : `, did you mean ${meant}?`}`;
  },
};

export const audienceList: SettingKind<readonly AudienceKind[]> = {
  placeholder: 'AUDIENCE,...',
  choices: AUDIENCE_KINDS,
  parse: (text) => {
    const names = wordsIn(text);
    if (names.length === 0 || !names.every(isAudienceKind)) return undefined;
    return AUDIENCE_KINDS.filter((kind) => names.includes(kind));
  },
  expects: `must be ${AUDIENCE_KINDS.join(', ')} or both, such as ${AUDIENCE_KINDS.join()}`,
  format: (kinds) => kinds.join(),
};

/** Names of indices separated by commas. */
export const nameList: SettingKind<readonly string[]> = {
  placeholder: 'NAME,...',
  parse: (text) => {
    const names = text.split(',').map((name) => name.trim());
    return names.every((name) => name !== '') ? names : undefined;
  },
  expects: 'must name indices, such as BTC,BTC_USD,BLX',
};

/** A duration from now, or an instant. */
export type Expiry = { readonly lifeMs: Millis } | { readonly expiresAt: Millis };

export const expiry: SettingKind<Expiry> = {
  placeholder: 'SPAN|TIME',
  parse: (text) => {
    const lifeMs = span.parse(text);
    if (lifeMs !== undefined) return { lifeMs };
    const when = moment.parse(text);
    return when && 'at' in when ? { expiresAt: when.at } : undefined;
  },
  expects:
    'must be a length of time such as 90d or 12h, or a time in UTC such as 2027-01-31T00:00Z or 2027-01-31',
};

/** An expiry, or `never` to remove one. */
export const expiryOrNever: SettingKind<Expiry | 'never'> = {
  placeholder: 'SPAN|TIME|never',
  parse: (text) => (text === 'never' ? 'never' : expiry.parse(text)),
  expects: `${expiry.expects}, or never`,
};
