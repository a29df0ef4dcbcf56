import type { IndexReceipt, IntegrityHead } from '../../../sdk/src/node.ts';
import { isProvable, type Difference, type Verdict } from '../../../sdk/src/verify/index.ts';
import { painter, type Appearance, type Colour } from '../client/appearance.ts';
import { plain } from '../client/notices/plain.ts';
import { homePath } from '../client/profiles.ts';
import { definitionsText } from '../output/wrap-text.ts';
import type { TokenVerdict } from '../../app/pipeline/integrity/timestamp/check-token.ts';
import { timestampRecord, timestampText } from '../timestamps.ts';
import type { HistoryVerdict } from './check-history.ts';
import { unitOf } from './receipt-text.ts';

/** The result of `tidemark check`. */
export interface Checked {
  readonly index: string;
  readonly receipt: IndexReceipt;
  readonly value: Omit<Verdict, 'computed'>;
  /** Between the listed value and the receipt; undefined if none is listed. */
  readonly listed: readonly Difference[] | undefined;
  readonly head: IntegrityHead;
  readonly dayHeads: number;
  /** RFC 3161 timestamp of the head; undefined if it has none. */
  readonly timestamp?: TokenVerdict | undefined;
  readonly history: HistoryVerdict;
  /** File that stores what was seen. */
  readonly pins: string;
}

export function isVerified(checked: Checked): boolean {
  const { value, receipt, history } = checked;
  const isBound = value.isBound || !isProvable(receipt);
  return !isRefuted(checked) && value.isChecked && isBound && history.unchecked.length === 0;
}

function isRefuted(checked: Checked): boolean {
  return isValueRefuted(checked) || checked.history.faults.length > 0 || checked.timestamp?.isRight === false;
}

/** Whether the value itself is refuted, as opposed to the keys or the history. */
function isValueRefuted({ value, listed = [] }: Checked): boolean {
  return (value.isChecked && !value.isRight) || listed.length > 0;
}

const MAX_DIFFERENCES = 20;

export function checkText(checked: Checked, look: Pick<Appearance, 'columns' | 'hasColours'>): string {
  const { index, receipt } = checked;
  const paint = painter(look.hasColours);
  const [verdict, colour]: [string, Colour] = isRefuted(checked)
    ? [isValueRefuted(checked) ? 'refuted' : 'keys or history refuted', 'red']
    : isVerified(checked)
      ? ['right', 'green']
      : ['not everything could be checked', 'yellow'];
  const head = plain(`${index}  ${receipt.price} ${unitOf(receipt)}  ${receipt.timestamp}`);
  const rows: (readonly [string, string])[] = [
    ['recomputed', valueText(checked)],
    ...differencesOf(checked.value.differences),
    ['published', listedText(checked)],
    ...differencesOf(checked.listed ?? []),
    ['its record', boundText(checked)],
    ['signed head', headText(checked)],
    ...(checked.timestamp ? [['timestamp', timestampText(checked.timestamp)] as const] : []),
    ['seen before', historyText(checked)],
    ...checked.history.faults.map((fault) => ['REFUTED', fault] as const),
    ...(isValueRefuted(checked) ? [['to share it', shareText(checked)] as const] : []),
  ];
  const body = definitionsText(
    rows.map(([name, text]) => [plain(name), plain(text)] as const),
    look.columns,
  );
  return `${head}  ${paint(verdict, 'bold', colour)}\n${body}`;
}

function shareText({ receipt: { id } }: Checked): string {
  return `'tidemark evidence ${id} --out FILE.html' writes a file with which others can check it`;
}

function valueText({ value: { isRight, isChecked, differences }, receipt }: Checked): string {
  if (!isChecked) return `not checked: methodology ${receipt.methodology} is newer than this program`;
  if (!isRight)
    return `REFUTED: ${counted(differences.length, 'field is', 'fields are')} not what follows from the inputs`;
  return `identical to the last digit: ${comparedText(receipt)}`;
}

/** The parts of the receipt that follow from its inputs. */
function comparedText(receipt: IndexReceipt): string {
  const { refused = [] } = receipt;
  const out = refused.length === 0 ? '' : `; and why ${counted(refused.length, 'is', 'are')} rejected`;
  return `${COMPARED[receipt.indexType](receipt)}${out}`;
}

const COMPARED: Readonly<Record<IndexReceipt['indexType'], (receipt: IndexReceipt) => string>> = {
  MWA: ({ exchanges = [] }) =>
    `price, volume, flags, medians and reference; for ${counted(exchanges.length, 'exchange')} price, weight, share and clamp`,
  GWA: ({ markets = [] }) =>
    `price, volumes and flags; for ${counted(markets.length, 'market')} share, implied value and distance`,
  LX: ({ constituents = [] }) =>
    `price, volumes, flags and medians; for ${counted(constituents.length, 'constituent')} price and share`,
};

function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

function differencesOf(differences: readonly Difference[]): (readonly [string, string])[] {
  return differenceTexts(differences).map((text) => ['', text] as const);
}

/** Differences between the receipt and the recomputed value; only the first if there are many. */
export function differenceTexts(differences: readonly Difference[]): string[] {
  const shown = differences
    .slice(0, MAX_DIFFERENCES)
    .map(({ field, said = 'nothing', computed = 'nothing' }) => `${field}: ${said}, not ${computed}`);
  const more = differences.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}

function listedText({ listed }: Checked): string {
  if (listed === undefined) return 'the service no longer lists this value';
  return listed.length === 0
    ? 'the listed value matches the receipt'
    : 'REFUTED: the service lists a different value';
}

/** Whether the proof binds the receipt to the record. */
function boundText({ value, receipt }: Checked): string {
  if (value.isBound)
    return 'the value and every input that the receipt shows are part of the record of the tick';
  if (receipt.proof !== undefined) return 'the proof of the receipt does not lead to it';
  if (value.isOutdated)
    return `NOT BOUND: it has no proof. Methodology ${receipt.methodology} was obsolete at that time: the service was not upgraded, or the receipt was altered`;
  return isProvable(receipt)
    ? 'NOT BOUND: the receipt has no proof, which receipts of its methodology must have'
    : "not bound: records from before methodology 3 do not commit to their inputs; use 'tidemark verify' instead";
}

function headText(checked: Checked): string {
  const { head, receipt, history } = checked;
  const [unchecked] = history.unchecked;
  if (unchecked !== undefined) return `not checked: ${unchecked}`;
  const by = `of ${head.slot}, by key ${head.keyId}`;
  if (history.bindsReceipt) return `valid, ${by}: it names the record of this receipt`;
  if (checked.value.isBound && receipt.proof?.head)
    return `valid, ${by}: the tree of the day's records leads from it to the record of this receipt`;
  if (head.slot === receipt.timestamp) return `${by}: it names ANOTHER record`;
  return `${by}: it covers this tick by the records in between, which 'tidemark verify --head' checks on the data directory`;
}

function historyText({ history: { seenBefore, newKeys, faults }, dayHeads, pins: path }: Checked): string {
  const pins = homePath(path);
  const keys = newKeys.length === 0 ? '' : `; new key, confirm it with the operator: ${newKeys.join(', ')}`;
  const before = counted(seenBefore, 'record');
  if (faults.length > 0) return `${before} in ${pins}; the current state was not stored${keys}`;
  const days = dayHeads === 0 ? '' : `, with the signed heads of ${counted(dayHeads, 'day')}`;
  return seenBefore === 0
    ? `nothing yet; later checks compare with this${days}, stored in ${pins}${keys}`
    : `${before}, none of which has changed${days}, stored in ${pins}${keys}`;
}

/** JSON output: the verdict first, then the identity of the receipt. */
export function checkedRecord(checked: Checked) {
  const { index, receipt, value, listed, head, history, timestamp: stamped, pins } = checked;
  const { id, indexId, indexType, timestamp, price, volume, recordHash } = receipt;
  const { slot, keyId } = head;
  return {
    index,
    id,
    indexId,
    indexType,
    timestamp,
    price,
    volume,
    recordHash,
    isSound: isVerified(checked),
    isRefuted: isRefuted(checked),
    value,
    listed: listed && { isRight: listed.length === 0, differences: listed },
    head: {
      slot,
      keyId,
      recordHash: head.recordHash,
      bindsReceipt: history.bindsReceipt || value.isBound,
      ...(stamped && { timestamp: timestampRecord(stamped) }),
    },
    history: { ...history, isRight: history.faults.length === 0 },
    pins,
  };
}
