import { userInfo } from 'node:os';
import { processEnvironment } from '../config/process-environment.ts';

/** The user who sent a command, as the sending process declares it. The service cannot verify it. */
export interface Actor {
  readonly user: string;
  readonly uid?: number;
  /** The account that became root with sudo. */
  readonly sudoUser?: string;
  readonly pid?: number;
  /** The host of the sending node, if the command came over the bus. */
  readonly host?: string;
}

const MAX_CHARACTERS = 100;

export function currentActor(environment = processEnvironment()): Actor {
  const uid = process.getuid?.();
  const sudoUser = environment['SUDO_USER'];
  return {
    user: accountName() ?? String(uid ?? 'unknown'),
    ...(uid !== undefined && { uid }),
    ...(sudoUser !== undefined && sudoUser !== '' && { sudoUser }),
    pid: process.pid,
  };
}

export function actorIn(declared: unknown): Actor {
  const { user, uid, sudoUser, pid, host } = (declared ?? {}) as Partial<Record<keyof Actor, unknown>>;
  return {
    user: typeof user === 'string' ? user.slice(0, MAX_CHARACTERS) : 'unknown',
    ...(typeof uid === 'number' && { uid }),
    ...(typeof sudoUser === 'string' && { sudoUser: sudoUser.slice(0, MAX_CHARACTERS) }),
    ...(typeof pid === 'number' && { pid }),
    ...(typeof host === 'string' && { host: host.slice(0, MAX_CHARACTERS) }),
  };
}

/** Undefined if the account has no name, as in many containers. */
function accountName(): string | undefined {
  try {
    return userInfo().username;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SYSTEM_ERROR') return undefined;
    throw error;
  }
}
