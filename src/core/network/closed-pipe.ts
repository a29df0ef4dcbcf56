/** Error codes of a write whose reader has exited, such as `head` or a closed terminal. */
const READER_GONE = new Set(['EPIPE', 'EIO']);

/** Whether a write to a standard stream failed because its reader has exited. */
export function isClosedPipe(error: unknown): boolean {
  return READER_GONE.has((error as { readonly code?: string }).code ?? '');
}

/** Keeps the process running when the reader of its standard error exits: by default Node ends the process at the next write. */
export function surviveClosedErrorOutput({ stderr }: Pick<NodeJS.Process, 'stderr'>): void {
  stderr.on('error', (error: Error) => {
    if (!isClosedPipe(error)) throw error;
  });
}
