import {
  headlineOf,
  partsOf,
  signatureIn,
  stateOf,
  type Part,
  type State,
} from '../../../sdk/src/evidence/page-verdict.ts';
import { evidenceFault } from '../../../sdk/src/evidence/evidence-fault.ts';
import type { Evidence } from '../../../sdk/src/evidence/index.ts';
import type { IntegrityKeys } from '../../../sdk/src/integrity-keys.ts';
import { verifyReceipt, type Difference } from '../../../sdk/src/verify/index.ts';
import { OperatorError } from '../../core/errors.ts';
import { isObject } from '../../core/text/is-object.ts';
import { readRegularFile } from '../../disk/regular-file.ts';
import { plain } from '../client/notices/plain.ts';
import { notLiveText } from '../client/notices/source-notice.ts';
import { shown } from '../output/shown.ts';
import { differenceTexts } from './check-text.ts';
import { evidenceJson, parsedJson } from './evidence-json.ts';
import { nameOf } from './receipt-text.ts';

const MAX_BYTES = 256 * 2 ** 20;

/** Whether the argument is a file, and not a value of a service. */
export function isFileName(what: string): boolean {
  return /[/\\]|\.(?:html?|json)$/i.test(what);
}

/** The result of checking an evidence file. */
export interface CheckedFile {
  readonly index: string;
  readonly price: string;
  readonly timestamp: string;
  readonly verdict: State;
  readonly parts: readonly Part[];
  readonly differences: readonly Difference[];
  /** Where the keys come from that checked the signature. */
  readonly keysFrom: string;
  /** The data source that the file names; no signature covers it. */
  readonly unsignedSource?: string | undefined;
  /**
   * For a page: whether the text around its data is exactly what this version writes. If not, the page may
   * show anything in a browser.
   */
  readonly isPageOfThisVersion?: boolean;
}

/** Keys to use instead of those in a file. */
export interface OwnKeys {
  readonly file: string;
  readonly keys: IntegrityKeys;
}

const IN_FILE = 'this file';

/** Checks a file of `tidemark evidence`, or a receipt as JSON, without a network. */
export async function checkFile(path: string, own?: OwnKeys): Promise<CheckedFile> {
  const text = textOf(path);
  const json = evidenceJson(text, path);
  const inFile = evidenceIn(json ?? text, path);
  const given = own ? { ...inFile, keys: own.keys } : inFile;
  const { receipt, source } = given;
  const value = verifyReceipt(receipt);
  const keysFrom = own?.file ?? IN_FILE;
  const parts = partsOf(given, value, await signatureIn(given), keysFrom);
  const { price, timestamp } = receipt;
  const { differences } = value;
  const index = nameOf(receipt);
  const verdict = stateOf(parts);
  return {
    index,
    price,
    timestamp,
    verdict,
    parts,
    differences,
    keysFrom,
    unsignedSource: source,
    ...(json !== undefined && { isPageOfThisVersion: text === (await pageOf(json)) }),
  };
}

/** The page that this version writes for these data; undefined for data that it would not write. */
async function pageOf(json: string): Promise<string | undefined> {
  const { evidence } = await import('../../../sdk/src/evidence/index.ts');
  const given = JSON.parse(json) as Partial<Evidence>;
  return given.receipt && evidence({ ...given, receipt: given.receipt });
}

function evidenceIn(text: string, path: string): Evidence {
  const value = parsedJson(text, path);
  const isEvidence = isObject(value) && 'receipt' in value;
  const receipt = isEvidence ? value['receipt'] : value;
  if (!isObject(receipt) || !('indexType' in receipt))
    throw new OperatorError(`${path} is neither a file of 'tidemark evidence' nor a receipt as JSON`);
  const given = isEvidence ? value : { receipt };
  const fault = evidenceFault(given);
  if (fault !== undefined) throw new OperatorError(`${path} cannot be checked: ${fault}`);
  const { head, keys, source } = given as unknown as Evidence;
  return {
    receipt: receipt as unknown as Evidence['receipt'],
    ...(head !== undefined && { head }),
    ...(keys !== undefined && { keys }),
    ...(source !== undefined && { source }),
  };
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

export function checkedFileText(checked: CheckedFile): string {
  const { index, price, timestamp, parts, differences } = checked;
  const lines = [
    `${shown(index)} ${price} ${timestamp}: ${headlineOf(parts)}`,
    ...partLines(parts),
    `  ${keysText(checked)}`,
    `  ${sourceText(checked)}`,
    ...(checked.isPageOfThisVersion === false ? [`  ${OTHER_PAGE}`] : []),
    ...differenceTexts(differences).map((text) => `  ${text}`),
  ];
  return lines.map((line) => `${plain(line)}\n`).join('');
}

const OTHER_PAGE =
  'page: the text around the data was not written by this version, and may show something else in a browser. Only what is printed here was checked';

function keysText({ keysFrom }: CheckedFile): string {
  return keysFrom === IN_FILE
    ? 'keys: those in this file. A forger could have added a key: use --keys with a copy that you have from the operator'
    : `keys: those of ${keysFrom}. The keys in this file were not used`;
}

function sourceText({ unsignedSource }: CheckedFile): string {
  const statement =
    unsignedSource === undefined
      ? 'the file does not say whether the market was simulated'
      : `the file says: ${notLiveText(unsignedSource)}`;
  return `not signed: source: ${statement}. No signature covers that`;
}

/** One line for each check. */
export function partLines(parts: readonly Part[]): string[] {
  return parts.map(({ name, state, said }) => `  ${WORDS[state]}: ${name}: ${said}`);
}

const WORDS: Readonly<Record<State, string>> = {
  right: 'holds',
  wrong: 'FAILED',
  doubt: 'not shown',
};
