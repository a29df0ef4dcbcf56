/** Codes of a write whose reader has gone, such as `head` that has seen enough or a closed terminal. */
const READER_GONE = new Set(['EPIPE', 'EIO']);

/** Whether a write to a standard stream failed because nothing reads it any more. */
export function isReaderGone(error: unknown): boolean {
  return READER_GONE.has((error as { readonly code?: string }).code ?? '');
}

/** Keeps a process running when the reader of its standard error has gone: by default Node ends it at the next write. */
export function surviveClosedErrorOutput({ stderr }: Pick<NodeJS.Process, 'stderr'>): void {
  stderr.on('error', (error: Error) => {
    if (!isReaderGone(error)) throw error;
  });
}
