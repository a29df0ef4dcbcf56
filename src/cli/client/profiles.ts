import { homedir, userInfo } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { type Stats, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync } from '../../disk/files.ts';
import { ConfigError } from '../../app/config/config-error.ts';
import { processEnvironment } from '../../app/config/process-environment.ts';
import { OperatorError } from '../../core/errors.ts';
import { isObject } from '../../core/text/is-object.ts';
import { PRIVATE_FOLDER_MODE, writeFileDurably } from '../../disk/durable-file.ts';

/** The credentials of a profile. */
export type Identity =
  | { readonly clientId: string; readonly clientSecret: string }
  | { readonly token: string };

/** A service and its credentials, as `tidemark login` stores them. */
export type Profile = Identity & { readonly url: string };

/**
 * A profile exists but cannot be used. Commands stop then: going on would use other credentials than the user
 * means.
 */
export class UnusableProfile extends ConfigError {
  /** The service it is for, if that can be read. */
  readonly url: string | undefined;

  constructor(problem: string, url?: string) {
    super([problem]);
    this.url = url;
  }
}

export const DEFAULT_PROFILE = 'default';

const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$/;
const ENDING = '.json';
/** Permission bits of group and others. */
const OF_OTHERS = 0o077;

export function isProfileName(text: string): boolean {
  return NAME.test(text);
}

/** The user's configuration folder: `$XDG_CONFIG_HOME/tidemark`, by default `~/.config/tidemark`. */
export function userFolder(environment = processEnvironment()): string {
  const { XDG_CONFIG_HOME: named = '' } = environment;
  // Never write into the current folder.
  const home = isAbsolute(homedir()) ? homedir() : userInfo().homedir;
  return join(isAbsolute(named) ? named : join(home, '.config'), 'tidemark');
}

/** Shortens a path in the home folder to `~/...`. */
export function homePath(path: string, home = homedir()): string {
  const relativePath = relative(home, path);
  const isInside =
    isAbsolute(home) && relativePath !== '' && !relativePath.startsWith('..') && !isAbsolute(relativePath);
  return isInside ? join('~', relativePath) : path;
}

/** Profiles: one file each, readable by its owner only. */
export class Profiles {
  readonly #folder: string;

  constructor(folder = userFolder()) {
    this.#folder = join(folder, 'profiles');
  }

  pathOf(name: string): string {
    return join(this.#folder, name + ENDING);
  }

  names(): string[] {
    try {
      return readdirSync(this.#folder)
        .filter((file) => file.endsWith(ENDING) && isProfileName(file.slice(0, -ENDING.length)))
        .map((file) => file.slice(0, -ENDING.length))
        .toSorted();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw this.#failed(this.#folder, 'read', error);
    }
  }

  /**
   * Undefined if there is no such profile. Throws `UnusableProfile`, also if other users can read its secret.
   */
  read(name: string): Profile | undefined {
    const path = this.pathOf(name);
    const stats = this.#stats(path);
    if (!stats) return undefined;
    if (!stats.isFile()) throw new UnusableProfile(`${path} is not a regular file: remove it`);
    const content = this.#content(path);
    const profile = isProfile(content) ? content : undefined;
    if (process.platform !== 'win32' && (stats.mode & OF_OTHERS) !== 0)
      throw new UnusableProfile(
        `other users can access ${path}, which has mode ${(stats.mode & 0o777).toString(8).padStart(4, '0')}: ` +
          `run 'chmod 600 ${path}', and have its secret rotated`,
        profile?.url,
      );
    if (!profile) throw new UnusableProfile(`${path} is not a valid profile: run 'tidemark login' again`);
    return profile;
  }

  /** Replaces the file atomically. */
  write(name: string, profile: Profile): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
      writeFileDurably(this.pathOf(name), `${JSON.stringify(profile, undefined, 2)}\n`);
    } catch (error) {
      throw this.#failed(this.pathOf(name), 'written', error);
    }
  }

  /** Returns whether it existed. */
  remove(name: string): boolean {
    try {
      rmSync(this.pathOf(name));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw this.#failed(this.pathOf(name), 'removed', error);
    }
  }

  #stats(path: string): Stats | undefined {
    try {
      return lstatSync(path, { throwIfNoEntry: false });
    } catch (error) {
      throw this.#unreadable(path, error);
    }
  }

  /** Undefined if it is not JSON. */
  #content(path: string): unknown {
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      throw this.#unreadable(path, error);
    }
    try {
      return JSON.parse(text);
    } catch {
      // The error would quote the file, which contains a secret.
      return undefined;
    }
  }

  #unreadable(path: string, error: unknown): UnusableProfile {
    return new UnusableProfile(`${path} cannot be read: ${(error as Error).message}`);
  }

  #failed(path: string, what: string, error: unknown): OperatorError {
    return new OperatorError(`${path} cannot be ${what}: ${(error as Error).message}`);
  }
}

function isProfile(value: unknown): value is Profile {
  if (!isObject(value)) return false;
  const { url, token, clientId, clientSecret } = value;
  const texts = token === undefined ? [url, clientId, clientSecret] : [url, token];
  return texts.every((text) => typeof text === 'string' && text !== '') && isServiceUrl(url as string);
}

function isServiceUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && search + hash + username + password === '';
}
