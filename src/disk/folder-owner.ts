import { fchownSync, lchownSync, statSync } from './files.ts';

/**
 * What root makes in the folder of another user becomes that user's: a service that runs as that user would be locked
 * out of its own files otherwise. `made` is a path or the descriptor of an open file. Does nothing for other users, whom
 * the system does not let give files away.
 */
export function giveToOwnerOf(folder: string, made: string | number): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  if (uid === 0) return;
  if (typeof made === 'number') fchownSync(made, uid, gid);
  else lchownSync(made, uid, gid);
}
