import type { ExportTarget } from '../../app/operate/export/export.ts';
import { OperatorError } from '../../core/errors.ts';

/** The reader has gone, such as `head` that has seen enough. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/** Standard output for more than memory should hold: each write waits until it has gone out. */
export function standardOutput(): ExportTarget {
  // What goes wrong is told to the caller that waits for the write, and not a second time by the program.
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
