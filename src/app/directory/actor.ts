import { userInfo } from 'node:os';
import { processEnvironment } from '../config/process-environment.ts';

/** Who asked for something, as the asking process declares it. The service cannot check it. */
export interface Actor {
  readonly user: string;
  readonly uid?: number;
  /** The account that became root with sudo. */
  readonly sudoUser?: string;
  readonly pid?: number;
  /** The machine of the node that it was asked on, where it came over the bus. */
  readonly host?: string;
}

const MOST_CHARACTERS = 100;

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
    user: typeof user === 'string' ? user.slice(0, MOST_CHARACTERS) : 'unknown',
    ...(typeof uid === 'number' && { uid }),
    ...(typeof sudoUser === 'string' && { sudoUser: sudoUser.slice(0, MOST_CHARACTERS) }),
    ...(typeof pid === 'number' && { pid }),
    ...(typeof host === 'string' && { host: host.slice(0, MOST_CHARACTERS) }),
  };
}

/** Undefined for an account that the machine has no name for, as in many containers. */
function accountName(): string | undefined {
  try {
    return userInfo().username;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SYSTEM_ERROR') return undefined;
    throw error;
  }
}
