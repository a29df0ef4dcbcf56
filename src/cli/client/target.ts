import { isLoopbackName } from '../../core/network/loopback.ts';
import { OperatorError } from '../../core/errors.ts';
import { UsageError } from '../command.ts';
import { DEFAULT_URL, type ConnectionCall } from './connection-options.ts';
import { UnusableProfile, DEFAULT_PROFILE, type Identity, type Profile, type Profiles } from './profiles.ts';

/** A service and the credentials to use. */
export interface Target {
  readonly url: string;
  readonly identity: Identity;
  /** True if the demo client is used because no credentials were given. */
  readonly isDemo: boolean;
}

type StoredProfiles = Pick<Profiles, 'read' | 'names'>;

const DEMO = { clientId: 'demo', clientSecret: 'demo' } as const;

/**
 * Precedence: command line, then variables, then a profile that the command line does not name. The secret of
 * a profile is sent only to the service it was stored for; a secret from a variable is never sent to the
 * service of a profile.
 */
export function targetOf(call: ConnectionCall, profiles: StoredProfiles): Target {
  if (call.given.has('profile')) return targetOfProfile(call, profiles);
  const { url, profile: name } = call.options;
  const given = givenIdentity(call);
  if (!given) return storedTarget(url, name, profiles);
  const { identity, isVariable } = given;
  if (url !== undefined) return { url, identity, isDemo: false };
  if (isVariable && name !== undefined)
    throw new UsageError(
      'both TIDEMARK_PROFILE and a token or client are set as variables: set TIDEMARK_URL, or unset one of them',
    );
  const profile = isVariable ? undefined : knownProfile(name, profiles);
  return { url: profile?.url ?? DEFAULT_URL, identity, isDemo: false };
}

/** With `--profile`, variables are ignored: the user typed it for this command. */
function targetOfProfile(call: ConnectionCall, profiles: StoredProfiles): Target {
  const { profile: name = '', url } = call.options;
  const profile = named(name, profiles);
  if (call.given.has('url') && profile.url !== url)
    throw new UsageError(`profile ${name} is for ${profile.url}: leave out --url or --profile`);
  const typed = Object.entries(call.options).filter(([option]) => call.given.has(option));
  const given = givenIdentity({ ...call, options: Object.fromEntries(typed) as ConnectionCall['options'] });
  return { url: profile.url, identity: given?.identity ?? identityOf(profile), isDemo: false };
}

/** Credentials if neither the command line nor variables give any. */
function storedTarget(url: string | undefined, name: string | undefined, profiles: StoredProfiles): Target {
  const profile =
    url === undefined || name !== undefined ? knownProfile(name, profiles) : profileFor(url, profiles);
  const where = url ?? profile?.url ?? DEFAULT_URL;
  if (profile?.url === where) return { url: where, identity: identityOf(profile), isDemo: false };
  if (isLoopbackName(new URL(where).hostname)) return { url: where, identity: DEMO, isDemo: true };
  throw new OperatorError(`no credentials for ${where}: use ${howToLogIn(where)}`);
}

export function howToLogIn(url: string): string {
  return `'tidemark login --url ${url}', or TIDEMARK_CLIENT_ID and TIDEMARK_CLIENT_SECRET, or TIDEMARK_TOKEN`;
}

interface GivenIdentity {
  readonly identity: Identity;
  /** Its secret comes from a variable. */
  readonly isVariable: boolean;
}

/** Undefined if neither the command line nor variables give credentials. */
function givenIdentity({ options, given }: ConnectionCall): GivenIdentity | undefined {
  const { token, clientId, clientSecret } = options;
  const isClient = clientId !== undefined || clientSecret !== undefined;
  const byToken = given.has('token');
  if (token !== undefined && isClient) {
    const byClient = given.has('clientId') || given.has('clientSecret');
    if (byToken === byClient) throw new UsageError('both a token and a client are given: use one of them');
  }
  if (token !== undefined && (byToken || !isClient)) return { identity: { token }, isVariable: !byToken };
  if (!isClient) return undefined;
  if (clientId === undefined) throw new UsageError('--client-secret needs --client-id');
  if (clientSecret === undefined)
    throw new UsageError(
      given.has('profile')
        ? 'with --profile, --client-id needs --client-secret: variables are ignored'
        : "--client-id needs a secret: set TIDEMARK_CLIENT_SECRET, or store both with 'tidemark login'",
    );
  return { identity: { clientId, clientSecret }, isVariable: !given.has('clientSecret') };
}

/** The named profile, or the default one. */
function knownProfile(name: string | undefined, profiles: StoredProfiles): Profile | undefined {
  return name === undefined ? profiles.read(DEFAULT_PROFILE) : named(name, profiles);
}

function named(name: string, profiles: StoredProfiles): Profile {
  const profile = profiles.read(name);
  if (profile) return profile;
  const names = profiles.names();
  const known = names.length === 0 ? "'tidemark login' creates one" : `there are ${names.join(', ')}`;
  throw new OperatorError(`there is no profile ${name}: ${known}`);
}

/**
 * Tries the default profile first. An unusable default profile is an error, unless it is for another service
 * or another profile is for this one: otherwise the command would silently use the demo client.
 */
function profileFor(url: string, profiles: StoredProfiles): Profile | undefined {
  let unusable: UnusableProfile | undefined;
  for (const name of new Set([DEFAULT_PROFILE, ...profiles.names()]))
    try {
      const profile = profiles.read(name);
      if (profile?.url === url) return profile;
    } catch (error) {
      if (!(error instanceof UnusableProfile)) throw error;
      if (error.url === undefined || error.url === url) unusable ??= error;
    }
  if (unusable) throw unusable;
  return undefined;
}

function identityOf(profile: Profile): Identity {
  return 'token' in profile
    ? { token: profile.token }
    : { clientId: profile.clientId, clientSecret: profile.clientSecret };
}
