import { OperatorError } from '../../core/errors.ts';
import type { Output } from '../command.ts';
import { EXIT, Interrupted } from '../exit-codes.ts';
import { quoted } from './shown.ts';

/**
 * For commands whose standard output holds records: messages on standard error become JSON lines too:
 * `{"message":...}`, and `{"error":...}` for a failure.
 */
export async function withJsonMessages(
  io: Output,
  run: (io: Output, writeRecord: (record: object) => void) => Promise<number>,
): Promise<number> {
  const writeRecord = (record: object) => io.err(`${quoted(record)}\n`);
  const err = (text: string) => {
    for (const line of text.split('\n').filter((each) => each !== ''))
      writeRecord({ message: line.replace(/^tidemark: /, '') });
  };
  try {
    return await run({ ...io, err }, writeRecord);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    writeRecord({ error: error.message });
    return error instanceof Interrupted ? error.exitCode : EXIT.failed;
  }
}
