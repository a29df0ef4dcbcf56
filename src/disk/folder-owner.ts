import { fchownSync, lchownSync, statSync } from './files.ts';

/** Gives what root makes in the folder of another user to that user. `made`: a path or an open descriptor. */
export function giveToOwnerOf(folder: string, made: string | number): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  if (uid === 0) return;
  if (typeof made === 'number') fchownSync(made, uid, gid);
  else lchownSync(made, uid, gid);
}
