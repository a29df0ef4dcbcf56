const TEXTS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EEXIST: 'file already exists',
  EIO: 'i/o error',
  ENOSPC: 'no space left on device',
  EBADF: 'bad file descriptor',
  EISDIR: 'illegal operation on a directory',
  ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty',
  EMFILE: 'too many open files',
  EACCES: 'permission denied',
};

/** An error as Node reports it. */
export function diskError(code: string, operation: string, path = ''): NodeJS.ErrnoException {
  const message = `${code}: ${TEXTS[code] ?? code}, ${operation}${path === '' ? '' : ` '${path}'`}`;
  return Object.assign(new Error(message), { code, syscall: operation, path });
}
