import { fchownSync, lchownSync, statSync } from './files.ts';

/** If root creates something in another user's folder, makes that user its owner. `made`: a path or an open descriptor. */
export function inheritOwner(folder: string, made: string | number): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  if (uid === 0) return;
  if (typeof made === 'number') fchownSync(made, uid, gid);
  else lchownSync(made, uid, gid);
}
