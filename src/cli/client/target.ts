import { isLoopbackName } from '../../core/network/loopback.ts';
import { OperatorError } from '../../core/errors.ts';
import { UsageError } from '../command.ts';
import { USUAL_URL, type ConnectionCall } from './connection-options.ts';
import { UnusableProfile, USUAL_PROFILE, type Identity, type Profile, type Profiles } from './profiles.ts';

/** A service and who asks it. */
export interface Target {
  readonly url: string;
  readonly identity: Identity;
  /** The demo client, because nothing else was said. */
  readonly isDemo: boolean;
}

type KeptProfiles = Pick<Profiles, 'read' | 'names'>;

const DEMO = { clientId: 'demo', clientSecret: 'demo' } as const;

/**
 * What is given on the command line comes before variables, and these before a profile that is not given there. The secret of a
 * profile goes only to the service that it was kept for, and that of a variable never to the service of a profile.
 */
export function targetOf(call: ConnectionCall, profiles: KeptProfiles): Target {
  if (call.given.has('profile')) return targetOfProfile(call, profiles);
  const { url, profile: name } = call.options;
  const given = givenIdentity(call);
  if (!given) return keptTarget(url, name, profiles);
  const { identity, isVariable } = given;
  if (url !== undefined) return { url, identity, isDemo: false };
  if (isVariable && name !== undefined)
    throw new UsageError(
      'TIDEMARK_PROFILE and a token or client in variables: set TIDEMARK_URL for these, or unset one of them',
    );
  const profile = isVariable ? undefined : knownProfile(name, profiles);
  return { url: profile?.url ?? USUAL_URL, identity, isDemo: false };
}

/** Variables do not count beside `--profile`: it was typed for this command, they were set for others. */
function targetOfProfile(call: ConnectionCall, profiles: KeptProfiles): Target {
  const { profile: name = '', url } = call.options;
  const profile = named(name, profiles);
  if (call.given.has('url') && profile.url !== url)
    throw new UsageError(`profile ${name} is for ${profile.url}: leave out --url or --profile`);
  const typed = Object.entries(call.options).filter(([option]) => call.given.has(option));
  const given = givenIdentity({ ...call, options: Object.fromEntries(typed) as ConnectionCall['options'] });
  return { url: profile.url, identity: given?.identity ?? identityOf(profile), isDemo: false };
}

/** Where neither the command line nor variables say who asks. */
function keptTarget(url: string | undefined, name: string | undefined, profiles: KeptProfiles): Target {
  const profile =
    url === undefined || name !== undefined ? knownProfile(name, profiles) : profileFor(url, profiles);
  const where = url ?? profile?.url ?? USUAL_URL;
  if (profile?.url === where) return { url: where, identity: identityOf(profile), isDemo: false };
  if (isLoopbackName(new URL(where).hostname)) return { url: where, identity: DEMO, isDemo: true };
  throw new OperatorError(`no client is known for ${where}: ${howToLogIn(where)}`);
}

export function howToLogIn(url: string): string {
  return `'tidemark login --url ${url}', or TIDEMARK_CLIENT_ID and TIDEMARK_CLIENT_SECRET, or TIDEMARK_TOKEN`;
}

interface GivenIdentity {
  readonly identity: Identity;
  /** What is secret in it comes from a variable. */
  readonly isVariable: boolean;
}

/** Undefined where neither the command line nor variables say who asks. */
function givenIdentity({ options, given }: ConnectionCall): GivenIdentity | undefined {
  const { token, clientId, clientSecret } = options;
  const isClient = clientId !== undefined || clientSecret !== undefined;
  const byToken = given.has('token');
  if (token !== undefined && isClient) {
    const byClient = given.has('clientId') || given.has('clientSecret');
    if (byToken === byClient)
      throw new UsageError('a token and a client are given: TIDEMARK_TOKEN and --token stand for themselves');
  }
  if (token !== undefined && (byToken || !isClient)) return { identity: { token }, isVariable: !byToken };
  if (!isClient) return undefined;
  if (clientId === undefined) throw new UsageError('a client secret needs its --client-id');
  if (clientSecret === undefined)
    throw new UsageError(
      given.has('profile')
        ? '--client-id needs its --client-secret beside --profile: variables do not count there'
        : "--client-id needs a secret: set TIDEMARK_CLIENT_SECRET, or keep both with 'tidemark login'",
    );
  return { identity: { clientId, clientSecret }, isVariable: !given.has('clientSecret') };
}

/** The one that is named, or the usual one. */
function knownProfile(name: string | undefined, profiles: KeptProfiles): Profile | undefined {
  return name === undefined ? profiles.read(USUAL_PROFILE) : named(name, profiles);
}

function named(name: string, profiles: KeptProfiles): Profile {
  const profile = profiles.read(name);
  if (profile) return profile;
  const names = profiles.names();
  const known = names.length === 0 ? "'tidemark login' makes one" : `there are ${names.join(', ')}`;
  throw new OperatorError(`there is no profile ${name}: ${known}`);
}

/**
 * The usual one is looked at first. One that cannot be used is refused, unless it is for another service, or another one is for this
 * service: without it the demo client would be asked for in its place.
 */
function profileFor(url: string, profiles: KeptProfiles): Profile | undefined {
  let unusable: UnusableProfile | undefined;
  for (const name of new Set([USUAL_PROFILE, ...profiles.names()]))
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
