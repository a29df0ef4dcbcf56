import type { ExportTarget } from '../../app/operate/export/export.ts';
import { OperatorError } from '../../core/errors.ts';

/** The reader closed the pipe, such as `head` after enough lines. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/** Standard output for large output: each write waits until the data are written. */
export function standardOutput(): ExportTarget {
  // Errors are reported to the caller of the write, and not a second time by the program.
  process.stdout.removeAllListeners('error').on('error', () => {});
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        process.stdout.write(text, (error) => {
          if (!error) resolve();
          else if ((error as NodeJS.ErrnoException).code === 'EPIPE') reject(new ReaderGone());
          else reject(new OperatorError(`standard output cannot be written: ${error.message}`));
        });
      }),
  };
}
