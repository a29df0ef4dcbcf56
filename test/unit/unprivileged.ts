import { chownSync, statSync } from 'node:fs';

/** Any user but root. */
const NOBODY = 65534;

/** Runs something synchronous as a user whom the modes of files bind; the folder itself is that user's meanwhile. */
export function unprivileged(folder: string, action: () => void): void {
  if (process.geteuid?.() !== 0) return action();
  const { uid, gid } = statSync(folder);
  chownSync(folder, NOBODY, gid);
  process.seteuid?.(NOBODY);
  try {
    action();
  } finally {
    process.seteuid?.(0);
    chownSync(folder, uid, gid);
  }
}
