import { textFault } from '../../../sdk/src/verify/index.ts';
import { OperatorError } from '../../core/errors.ts';

/** `evidence` escapes `<` in it. */
const DATA = /<script type="application\/json" id="evidence">([^<]*)<\/script>/;

/** The JSON text in a file of `tidemark evidence`; undefined if it is another file. */
export function evidenceJson(text: string): string | undefined {
  return DATA.exec(text)?.[1];
}

/** Undefined if it is not JSON. Throws if it is JSON that proves nothing; `file`: what the message calls it. */
export function parsedJson(text: string, file: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const fault = textFault(text);
  if (fault !== undefined) throw new OperatorError(`${file} proves nothing: ${fault}`);
  return value;
}
