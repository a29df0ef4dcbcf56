import { ControlSocket, type CommandFailure, type ControlHandler } from './control-socket.ts';
import { statSync } from '../../disk/files.ts';
import { OperatorError } from '../../core/errors.ts';
import { userName } from './account-names.ts';

/** The lock of a data directory. */
export interface Hold {
  /** Commands that have arrived are answered first; `before` runs after them, while the process still acts as the owner. */
  release(before?: () => Promise<void>): Promise<void>;
}

interface HoldOptions {
  readonly onFailure: CommandFailure;
  /** The command that holds the directory, where it is not the service that does. */
  readonly holder: string | undefined;
}

/**
 * Takes the lock of a directory. A command that root runs acts as the owner of the directory until it is released; a
 * service does not, because it may need root's rights for its port and its certificate: it is refused instead. Undefined
 * where a living process owns the directory.
 */
export async function holdDirectory(
  folder: string,
  handler: ControlHandler,
  { onFailure, holder }: HoldOptions,
): Promise<Hold | undefined> {
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

/** From here on root acts as the owner of the folder, until the returned function is called. Others stay as they are. */
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

/** A service that root runs in the directory of another user would leave files there that this user cannot use. */
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

/** Undefined for a process that is not root, and for a folder that is root's. */
function foreignOwnerOf(folder: string): { readonly uid: number; readonly gid: number } | undefined {
  if (process.geteuid?.() !== ROOT) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === ROOT ? undefined : { uid, gid };
}
