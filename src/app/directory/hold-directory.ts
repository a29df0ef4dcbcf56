import { ControlSocket, type CommandFailure, type ControlHandler } from './control-socket.ts';
import { statSync } from '../../disk/files.ts';
import { OperatorError } from '../../core/errors.ts';
import { userName } from './account-names.ts';

/** The lock of a data directory. */
export interface DirectoryHold {
  /** Answers commands that have arrived, then runs `before`, while the process still acts as the owner. */
  release(before?: () => Promise<void>): Promise<void>;
}

interface HoldOptions {
  readonly onFailure: CommandFailure;
  /** The command that holds the directory; undefined for the service. */
  readonly holder: string | undefined;
}

/**
 * Takes the lock of a directory. A command that root runs acts as the owner of the directory until release. A
 * service does not, because it may need root's rights for its port and its certificate: it refuses to start
 * instead. Undefined if a running process owns the directory.
 */
export async function holdDirectory(
  folder: string,
  handler: ControlHandler,
  { onFailure, holder }: HoldOptions,
): Promise<DirectoryHold | undefined> {
  if (holder === undefined) refuseToServeForeign(folder);
  const stopActing = actAsOwnerOf(folder);
  try {
    const socket = await ControlSocket.acquire(folder, handler, onFailure);
    if (!socket) {
      stopActing();
      return undefined;
    }
    return {
      release: async (before) => {
        try {
          await socket.close();
          await before?.();
        } finally {
          stopActing();
        }
      },
    };
  } catch (error) {
    stopActing();
    throw error;
  }
}

const ROOT = 0;

/** Makes root act as the owner of the folder until the returned function is called. No effect for other users. */
function actAsOwnerOf(folder: string): () => void {
  const owner = foreignOwnerOf(folder);
  if (!owner) return () => {};
  const group = process.getegid?.() ?? ROOT;
  process.setegid?.(owner.gid);
  process.seteuid?.(owner.uid);
  return () => {
    process.seteuid?.(ROOT);
    process.setegid?.(group);
  };
}

/** A service run by root in another user's directory would create files that this user cannot use. */
function refuseToServeForeign(folder: string): void {
  const owner = foreignOwnerOf(folder);
  if (!owner) return;
  const name = userName(owner.uid);
  throw new OperatorError(
    `${folder} belongs to ${name}, and root would leave files in it that ${name} cannot use. Run the service as ${name} ` +
      `(sudo -u ${name} tidemark serve; in a container, start it with --user ${owner.uid}:${owner.gid}), or give the ` +
      `directory to root (chown -R root: ${folder})`,
  );
}

/** Undefined unless the process is root and the folder belongs to another user. */
function foreignOwnerOf(folder: string): { readonly uid: number; readonly gid: number } | undefined {
  if (process.geteuid?.() !== ROOT) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === ROOT ? undefined : { uid, gid };
}
