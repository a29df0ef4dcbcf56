import { ControlSocket, type CommandFailure, type ControlHandler } from './control-socket.ts';
import { actAsOwnerOf, refuseToServeForeign } from './directory-owner.ts';

/** The lock of a data directory. */
export interface Hold {
  /** Commands that have arrived are answered first; `before` runs after them, while the process still acts as the owner. */
  release(before?: () => Promise<void>): Promise<void>;
}

export interface HoldOptions {
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
