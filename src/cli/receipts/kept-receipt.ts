import { NotFoundError, type IndexReceipt, type KeptReceipt, type Tidemark } from '../../../sdk/src/node.ts';
import { OperatorError } from '../../core/errors.ts';
import { decodeRecordId } from '../../core/ids/record-id.ts';
import { formatDatetime, slotAtOrBefore, type Millis } from '../../core/time.ts';
import { plain } from '../client/notices/plain.ts';
import { instantOf, type Moment } from '../times.ts';
import { isTickId, tickOf } from './find-receipt.ts';
import { coveringHead, receiptAndHead, type HeadAsker, type ReceiptAndHead } from './receipt-and-head.ts';

export interface EvidenceAsker extends HeadAsker {
  readonly tidemark: HeadAsker['tidemark'] & Pick<Tidemark, 'coverage'>;
}

/** A receipt with its head, and for which daily times the service keeps it; without those it was computed for this request. */
export interface FoundEvidence extends Omit<ReceiptAndHead, 'tick'> {
  readonly kept?: Pick<KeptReceipt, 'times' | 'tzdata'>;
}

/** The kept receipt of a value if there is one; else the one that can still be computed from its inputs. */
export async function evidenceOf(
  asker: EvidenceAsker,
  what: string,
  when: Moment | undefined,
): Promise<FoundEvidence> {
  const place = await placeOf(asker, what, when);
  if (!place) return receiptAndHead(asker, what, when);
  const kept = await keptAt(asker, place);
  if (kept) {
    const { receipt, times, tzdata } = kept;
    const head = receipt.proof?.head ?? (await coveringHead(asker, receipt));
    return { receipt, head, kept: { times, tzdata } };
  }
  try {
    return await receiptAndHead(asker, what, when);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new OperatorError(plain(`${error.message}. ${await whatIsKept(asker, place)}`));
  }
}

/** One value: of a tick by its id, or of a name at an instant. */
interface Place {
  readonly at: Millis;
  readonly id?: string;
  readonly name?: string;
}

/** Undefined for the newest value, which has its inputs. */
async function placeOf(
  asker: EvidenceAsker,
  what: string,
  when: Moment | undefined,
): Promise<Place | undefined> {
  if (isTickId(what)) {
    const id = what.trim().toLowerCase();
    return { id, at: decodeRecordId(id)!.at };
  }
  if (when === undefined) return undefined;
  const newest = await tickOf(asker, what, undefined);
  const newestAt = Date.parse(newest.timestamp);
  const at = slotAtOrBefore(instantOf(when, newestAt));
  return at < newestAt ? { at, name: what.trim() } : undefined;
}

async function keptAt(asker: EvidenceAsker, { at, id, name }: Place): Promise<KeptReceipt | undefined> {
  const found = await list(asker, {
    ...(name !== undefined && { name }),
    from: formatDatetime(at),
    to: formatDatetime(at + 1),
    size: 50,
  });
  const kept = found.find((each) => id === undefined || each.id === id);
  if (kept && !isOf(kept, at))
    throw new OperatorError(`the service sent another receipt in place of that of ${formatDatetime(at)}`);
  return kept;
}

function isOf({ id, receipt }: KeptReceipt, at: Millis): boolean {
  const { id: own, timestamp }: Partial<IndexReceipt> = receipt ?? {};
  return own === id && Date.parse(String(timestamp)) === at;
}

/** For a value that has neither: why, and which receipts of the index are kept. */
async function whatIsKept(asker: EvidenceAsker, { at, name }: Place): Promise<string> {
  if (name === undefined) return 'The service keeps no receipt of this tick';
  const one = { name, size: 1 };
  const before = await list(asker, { ...one, to: formatDatetime(at), order: 'desc' });
  const after = await list(asker, { ...one, from: formatDatetime(at), order: 'asc' });
  const near = [...before, ...after].map(({ timestamp, times }) => `${timestamp} (${times.join(', ')})`);
  const kept =
    near.length > 0
      ? `Kept receipts of ${name} near it: ${near.join(' and ')}`
      : `No receipt of ${name} is kept: the service keeps those of its setting keepReceipts`;
  return `${await whyNoTick(asker, name, at)}${kept}`;
}

async function whyNoTick({ tidemark, signal }: EvidenceAsker, name: string, at: Millis): Promise<string> {
  const range = { from: formatDatetime(at), to: formatDatetime(at + 1), signal };
  const { gaps = [] } = await tidemark.coverage(name, range);
  const [gap] = gaps;
  return gap ? `Coverage: no value from ${gap.from} to ${gap.to} (${gap.reason}). ` : '';
}

/** Services of older versions keep none. */
async function list(
  { tidemark, signal }: EvidenceAsker,
  query: { name?: string; from?: string; to?: string; order?: 'asc' | 'desc'; size: number },
): Promise<readonly KeptReceipt[]> {
  try {
    return (await tidemark.read('listKeptReceipts', query, { signal })).content;
  } catch (error) {
    if (error instanceof NotFoundError) return [];
    throw error;
  }
}
