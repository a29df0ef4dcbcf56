import { CLIENT_VARIABLES } from '../../app/config/client-variables.ts';
import { url } from '../../app/config/setting-kinds.ts';
import { optional, setting, words, type SettingKind } from '../../core/setting.ts';
import type { Call, Given } from '../command.ts';
import { isProfileName, USUAL_PROFILE } from './profiles.ts';

/** Where a service is expected where nothing says otherwise: `tidemark serve` listens there. */
export const USUAL_URL = 'http://localhost:8080';

const SCHEME = String.raw`(?:(?:https?|wss?|ftp):[/\\]*)?`;
const USER = new RegExp(`^(${SCHEME}).*@`, 'is');

/** One with a password or a query in it is refused, and neither shown, in whatever form it was written. */
export const serviceUrl: SettingKind<string> = {
  ...url('http:', 'https:'),
  wrongIn: (text) => {
    if (USER.test(text)) return 'leave out the user and password';
    return /[?#]/.test(text) ? 'leave out what follows the path' : undefined;
  },
  conceal: (text) => text.replace(USER, '$1...@').replace(/[?#].*$/s, ([mark]) => `${mark}...`),
};

/** What was written is never shown. */
const secret: SettingKind<string> = { ...words, conceal: () => '...' };

const profileName: SettingKind<string> = {
  placeholder: 'NAME',
  parse: (text) => (isProfileName(text) ? text : undefined),
  expects: 'must be a name of letters, digits, dots and dashes',
};

/** The profile that a command writes or removes. */
export const KEPT_PROFILE = {
  ...setting(profileName, USUAL_PROFILE, 'Which profile'),
  variable: CLIENT_VARIABLES.profile,
} as const;

/** The options of every command that asks a service. */
export const CONNECTION_OPTIONS = {
  url: {
    ...optional(serviceUrl, `Which service; by default that of the profile, without one ${USUAL_URL}`),
    variable: CLIENT_VARIABLES.url,
    isShared: true,
  },
  profile: {
    ...optional(profileName, "A profile of 'tidemark login'; by default the one called default"),
    variable: CLIENT_VARIABLES.profile,
    isShared: true,
  },
  clientId: {
    ...optional({ ...words, placeholder: 'ID' }, 'A client of the service, in place of a profile'),
    variable: CLIENT_VARIABLES.clientId,
    isShared: true,
  },
  clientSecret: {
    ...optional(secret, 'Its secret; a variable or a profile keeps it out of the list of processes'),
    variable: CLIENT_VARIABLES.clientSecret,
    isShared: true,
  },
  token: {
    ...optional(secret, 'A token, in place of a client; better as a variable, as a secret is'),
    variable: CLIENT_VARIABLES.token,
    isShared: true,
  },
} as const;

export type ConnectionCall = Pick<Call<typeof CONNECTION_OPTIONS>, 'given'> & {
  readonly options: Given<typeof CONNECTION_OPTIONS>;
};
