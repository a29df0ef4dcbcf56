import { OperatorError } from '../../core/errors.ts';
import type { Output } from '../command.ts';
import { EXIT, Interrupted } from '../exit-codes.ts';
import { quoted } from './shown.ts';

/**
 * For a command whose standard output holds records: what it says on standard error is JSON too, a line each: `{"message":...}`,
 * and `{"error":...}` for why it failed.
 */
export async function withJsonMessages(
  io: Output,
  run: (io: Output, tell: (record: object) => void) => Promise<number>,
): Promise<number> {
  const tell = (record: object) => io.err(`${quoted(record)}\n`);
  const err = (text: string) => {
    for (const line of text.split('\n').filter((each) => each !== ''))
      tell({ message: line.replace(/^tidemark: /, '') });
  };
  try {
    return await run({ ...io, err }, tell);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    tell({ error: error.message });
    return error instanceof Interrupted ? error.exitCode : EXIT.failed;
  }
}
