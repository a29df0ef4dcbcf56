import {
  headIn,
  headlineOf,
  partsOf,
  stateOf,
  type Part,
  type State,
} from '../../../sdk/src/evidence/page-verdict.ts';
import type { Evidence } from '../../../sdk/src/evidence/index.ts';
import type { IntegrityKeys } from '../../../sdk/src/integrity-keys.ts';
import { textFault, verifyHead, verifyReceipt, type Difference } from '../../../sdk/src/verify/index.ts';
import { OperatorError } from '../../core/errors.ts';
import { readRegularFile } from '../../disk/regular-file.ts';
import { plain } from '../client/notices/plain.ts';
import { shown } from '../output/shown.ts';
import { differenceTexts } from './check-text.ts';
import { nameOf } from './receipt-text.ts';

const MAX_BYTES = 256 * 2 ** 20;
const DATA = /<script type="application\/json" id="evidence">(.*?)<\/script>/s;

/** Whether it names a file, and not a value of a service. */
export function isFileName(what: string): boolean {
  return /[/\\]|\.(?:html?|json)$/i.test(what);
}

/** What a file of evidence shows. */
export interface CheckedFile {
  readonly index: string;
  readonly price: string;
  readonly timestamp: string;
  readonly verdict: State;
  readonly parts: readonly Part[];
  readonly differences: readonly Difference[];
}

/** Checks a file of `tidemark evidence`, or a receipt as JSON, without a network. `keys`: to be used in place of those in the file. */
export async function checkFile(path: string, keys?: IntegrityKeys): Promise<CheckedFile> {
  const inFile = evidenceIn(path);
  const given = keys ? { ...inFile, keys } : inFile;
  const { receipt } = given;
  const value = verifyReceipt(receipt);
  const head = headIn(given);
  const signature = head && given.keys && (await verifyHead(head, given.keys));
  const parts = partsOf(given, value, signature);
  const { price, timestamp } = receipt;
  const { differences } = value;
  return { index: nameOf(receipt), price, timestamp, verdict: stateOf(parts), parts, differences };
}

function evidenceIn(path: string): Evidence {
  const text = textOf(path);
  const [, inPage] = DATA.exec(text) ?? [];
  const value = parsed(inPage ?? text) as Partial<Evidence> | null | undefined;
  const receipt: unknown = value && typeof value === 'object' && 'receipt' in value ? value.receipt : value;
  const isReceipt = typeof receipt === 'object' && receipt !== null && 'indexType' in receipt;
  if (!isReceipt)
    throw new OperatorError(`${path} is neither a file of 'tidemark evidence' nor a receipt as JSON`);
  const fault = textFault(inPage ?? text);
  if (fault !== undefined) throw new OperatorError(`${path} proves nothing: ${fault}`);
  const { head, keys } = value as Partial<Evidence>;
  return { receipt: receipt as Evidence['receipt'], ...(head && { head }), ...(keys && { keys }) };
}

function textOf(path: string): string {
  try {
    return readRegularFile(path, MAX_BYTES).toString('utf8');
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      code === 'ENOENT' ? `there is no file ${path}` : `${path} cannot be read: ${code}`,
    );
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function checkedFileText({ index, price, timestamp, parts, differences }: CheckedFile): string {
  const lines = [
    `${shown(index)} ${price} ${timestamp}: ${headlineOf(parts)}`,
    ...partLines(parts),
    ...differenceTexts(differences).map((text) => `  ${text}`),
  ];
  return lines.map((line) => `${plain(line)}\n`).join('');
}

/** What was checked, a line each. */
export function partLines(parts: readonly Part[]): string[] {
  return parts.map(({ name, state, said }) => `  ${WORDS[state]}: ${name}: ${said}`);
}

const WORDS: Readonly<Record<State, string>> = {
  right: 'holds',
  wrong: 'DOES NOT HOLD',
  doubt: 'not shown',
};
