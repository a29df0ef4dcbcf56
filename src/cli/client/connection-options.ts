import { CLIENT_VARIABLES } from '../../app/config/client-variables.ts';
import { url } from '../../app/config/setting-kinds.ts';
import { optional, setting, nonEmptyText, type SettingKind } from '../../core/setting.ts';
import type { Call, Given } from '../command.ts';
import { isProfileName, DEFAULT_PROFILE } from './profiles.ts';

/** Default address: `tidemark serve` listens there. */
export const DEFAULT_URL = 'http://localhost:8080';

const SCHEME = String.raw`(?:(?:https?|wss?|ftp):[/\\]*)?`;
const USER = new RegExp(`^(${SCHEME}).*@`, 'is');

/** Rejects a URL with a password or a query, and never shows either in a message. */
export const serviceUrl: SettingKind<string> = {
  ...url('http:', 'https:'),
  explainError: (text) => {
    if (USER.test(text)) return 'leave out the user and password';
    return /[?#]/.test(text) ? 'leave out what follows the path' : undefined;
  },
  redact: (text) => text.replace(USER, '$1...@').replace(/[?#].*$/s, ([mark]) => `${mark}...`),
};

/** Messages never show what was typed. */
const secret: SettingKind<string> = { ...nonEmptyText, redact: () => '...' };

const profileName: SettingKind<string> = {
  placeholder: 'NAME',
  parse: (text) => (isProfileName(text) ? text : undefined),
  expects: 'must be a name of letters, digits, dots and dashes',
};

/** The profile that a command writes or removes. */
export const PROFILE_OPTION = {
  ...setting(profileName, DEFAULT_PROFILE, 'Name of the profile'),
  variable: CLIENT_VARIABLES.profile,
} as const;

/** Connection options of every client command. */
export const CONNECTION_OPTIONS = {
  url: {
    ...optional(
      serviceUrl,
      `URL of the service; by default that of the profile, or ${DEFAULT_URL} without a profile`,
    ),
    variable: CLIENT_VARIABLES.url,
    isShared: true,
  },
  profile: {
    ...optional(profileName, "A profile written by 'tidemark login'; by default the one named default"),
    variable: CLIENT_VARIABLES.profile,
    isShared: true,
  },
  clientId: {
    ...optional({ ...nonEmptyText, placeholder: 'ID' }, 'Client id to use instead of a profile'),
    variable: CLIENT_VARIABLES.clientId,
    isShared: true,
  },
  clientSecret: {
    ...optional(
      secret,
      'Secret of the client; use a variable or a profile to keep it out of the process list',
    ),
    variable: CLIENT_VARIABLES.clientSecret,
    isShared: true,
  },
  token: {
    ...optional(
      secret,
      'A token to use instead of a client; use a variable to keep it out of the process list',
    ),
    variable: CLIENT_VARIABLES.token,
    isShared: true,
  },
} as const;

export type ConnectionCall = Pick<Call<typeof CONNECTION_OPTIONS>, 'given'> & {
  readonly options: Given<typeof CONNECTION_OPTIONS>;
};
