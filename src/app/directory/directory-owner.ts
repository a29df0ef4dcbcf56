import { statSync } from '../../disk/files.ts';
import { OperatorError } from '../../core/errors.ts';
import { userName } from './account-names.ts';

const ROOT = 0;

/**
 * From here on root acts as the user and group that a folder belongs to, until the function that is returned is called:
 * the service that runs as that user can use every file that a command makes. Does nothing for other users.
 */
export function actAsOwnerOf(folder: string): () => void {
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
export function refuseToServeForeign(folder: string): void {
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
