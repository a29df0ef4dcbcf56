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

/** What `tidemark check` found. */
export interface Checked {
  readonly index: string;
  readonly receipt: IndexReceipt;
  readonly value: Omit<Verdict, 'computed'>;
  /** Between the value that is listed and the receipt; undefined where none is listed. */
  readonly listed: readonly Difference[] | undefined;
  readonly head: IntegrityHead;
  readonly dayHeads: number;
  /** RFC 3161 timestamp of the head; undefined if it has none. */
  readonly timestamp?: TokenVerdict | undefined;
  readonly history: HistoryVerdict;
  /** Where what was seen is kept. */
  readonly pins: string;
}

export function isSound(checked: Checked): boolean {
  const { value, receipt, history } = checked;
  const isBound = value.isBound || !isProvable(receipt);
  return !isRefuted(checked) && value.isChecked && isBound && history.unchecked.length === 0;
}

function isRefuted(checked: Checked): boolean {
  return isValueRefuted(checked) || checked.history.faults.length > 0 || checked.timestamp?.isRight === false;
}

/** The value itself, and not what the service has signed of its history. */
function isValueRefuted({ value, listed = [] }: Checked): boolean {
  return (value.isChecked && !value.isRight) || listed.length > 0;
}

const MOST_DIFFERENCES = 20;

export function checkText(checked: Checked, look: Pick<Appearance, 'columns' | 'hasColours'>): string {
  const { index, receipt } = checked;
  const paint = painter(look.hasColours);
  const [verdict, colour]: [string, Colour] = isRefuted(checked)
    ? [isValueRefuted(checked) ? 'refuted' : 'keys or history refuted', 'red']
    : isSound(checked)
      ? ['right', 'green']
      : ['not all could be checked', 'yellow'];
  const head = plain(`${index}  ${receipt.price} ${unitOf(receipt)}  ${receipt.timestamp}`);
  const rows: (readonly [string, string])[] = [
    ['computed here', valueText(checked)],
    ...differencesOf(checked.value.differences),
    ['published', listedText(checked)],
    ...differencesOf(checked.listed ?? []),
    ['its record', boundText(checked)],
    ['signed head', headText(checked)],
    ...(checked.timestamp ? [['timestamp', timestampText(checked.timestamp)] as const] : []),
    ['seen before', historyText(checked)],
    ...checked.history.faults.map((fault) => ['REFUTED', fault] as const),
    ...(isValueRefuted(checked) ? [['to keep it', keepText(checked)] as const] : []),
  ];
  const body = definitionsText(
    rows.map(([name, text]) => [plain(name), plain(text)] as const),
    look.columns,
  );
  return `${head}  ${paint(verdict, 'bold', colour)}\n${body}`;
}

function keepText({ receipt: { id } }: Checked): string {
  return `'tidemark evidence ${id} --out FILE.html' makes a file that shows the same to others`;
}

function valueText({ value: { isRight, isChecked, differences }, receipt }: Checked): string {
  if (!isChecked) return `not checked: methodology ${receipt.methodology} is newer than this program`;
  if (!isRight)
    return `REFUTED: ${counted(differences.length, 'field is', 'fields are')} not what follows from the inputs`;
  return `the same to the last digit: ${comparedText(receipt)}`;
}

/** What of it follows from the inputs. */
function comparedText(receipt: IndexReceipt): string {
  const { refused = [] } = receipt;
  const out = refused.length === 0 ? '' : `; and why ${counted(refused.length, 'is', 'are')} refused`;
  return `${COMPARED[receipt.indexType](receipt)}${out}`;
}

const COMPARED: Readonly<Record<IndexReceipt['indexType'], (receipt: IndexReceipt) => string>> = {
  MWA: ({ exchanges = [] }) =>
    `price, volume, flags, medians and reference; of ${counted(exchanges.length, 'exchange')} price, weight, share and clamp`,
  GWA: ({ markets = [] }) =>
    `price, volumes and flags; of ${counted(markets.length, 'market')} share, what they imply and how far they lie off`,
  LX: ({ constituents = [] }) =>
    `price, volumes, flags and medians; of ${counted(constituents.length, 'constituent')} price and share`,
};

function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

function differencesOf(differences: readonly Difference[]): (readonly [string, string])[] {
  return differenceTexts(differences).map((text) => ['', text] as const);
}

/** What is said, and what follows from the inputs; of many the first. */
export function differenceTexts(differences: readonly Difference[]): string[] {
  const shown = differences
    .slice(0, MOST_DIFFERENCES)
    .map(({ field, said = 'nothing', computed = 'nothing' }) => `${field}: ${said}, not ${computed}`);
  const more = differences.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}

function listedText({ listed }: Checked): string {
  if (listed === undefined) return 'no such value is listed any more';
  return listed.length === 0
    ? 'the value that is listed is that of the receipt'
    : 'REFUTED: another value is listed';
}

/** Whether the text of the receipt belongs to the record. */
function boundText({ value, receipt }: Checked): string {
  if (value.isBound)
    return 'the value and every input that the receipt shows are part of the record of the tick';
  if (receipt.proof !== undefined) return 'the proof of the receipt does not lead to it';
  if (value.isOutdated)
    return `NOT BOUND: it has no proof. Methodology ${receipt.methodology} had been replaced at that time: the service was not upgraded, or the receipt was altered`;
  return isProvable(receipt)
    ? 'NOT BOUND: the receipt has no proof, as those of its methodology have'
    : "not bound: records of before methodology 3 do not show which inputs belong to them; 'tidemark verify' does";
}

function headText(checked: Checked): string {
  const { head, receipt, history } = checked;
  const [unchecked] = history.unchecked;
  if (unchecked !== undefined) return `not checked: ${unchecked}`;
  const by = `of ${head.slot}, by key ${head.keyId}`;
  if (history.bindsReceipt) return `good, ${by}: it names the record of this receipt`;
  if (checked.value.isBound && receipt.proof?.head)
    return `good, ${by}: the tree of the day's records leads from it to the record of this receipt`;
  if (head.slot === receipt.timestamp) return `${by}: it names ANOTHER record`;
  return `${by}: it covers this tick by the records in between, which 'tidemark verify --head' checks on the data directory`;
}

function historyText({ history: { seenBefore, newKeys, faults }, dayHeads, pins: path }: Checked): string {
  const pins = homePath(path);
  const keys =
    newKeys.length === 0 ? '' : `; a key is new, ask the operator whether it is his: ${newKeys.join(', ')}`;
  const before = counted(seenBefore, 'record');
  if (faults.length > 0) return `${before} in ${pins}; what is shown now was not kept${keys}`;
  const days = dayHeads === 0 ? '' : `, with the signed heads of ${counted(dayHeads, 'day')}`;
  return seenBefore === 0
    ? `nothing; from now on the service is held to this${days}, kept in ${pins}${keys}`
    : `${before}, none of which has changed${days}, kept in ${pins}${keys}`;
}

/** For programs: the verdict first, and of the receipt what it is of. */
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
    isSound: isSound(checked),
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
