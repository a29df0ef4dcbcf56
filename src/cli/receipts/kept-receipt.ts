import {
  NameError,
  NotFoundError,
  type IndexReceipt,
  type KeptReceipt,
  type Tidemark,
} from '../../../sdk/src/node.ts';
import { OperatorError } from '../../core/errors.ts';
import { decodeRecordId } from '../../core/ids/record-id.ts';
import { formatDatetime, slotAtOrBefore, type Millis } from '../../core/time.ts';
import { plain } from '../client/notices/plain.ts';
import { serviceNow } from '../client/service-now.ts';
import { instantOf, type Moment } from '../times.ts';
import { isTickId } from './find-receipt.ts';
import { coveringHead, receiptAndHead, type HeadClient, type ReceiptAndHead } from './receipt-and-head.ts';

/** Maximum page size of the service. */
const MAX_PAGE = 50;

export interface EvidenceClient extends HeadClient {
  readonly tidemark: HeadClient['tidemark'] & Pick<Tidemark, 'coverage'>;
}

/**
 * A receipt with its head, and the daily times for which the service keeps it; without those it was computed
 * for this request.
 */
export interface FoundEvidence extends Omit<ReceiptAndHead, 'tick'> {
  readonly kept?: Pick<KeptReceipt, 'times' | 'tzdata'>;
}

/** The kept receipt of a value if there is one; otherwise a receipt computed from its inputs. */
export async function evidenceOf(
  client: EvidenceClient,
  what: string,
  when: Moment | undefined,
): Promise<FoundEvidence> {
  const place = await placeOf(client, what, when);
  if (!place) return receiptAndHead(client, what, when);
  const kept = await keptAt(client, place);
  if (kept) {
    const { receipt, times, tzdata } = kept;
    const head = receipt.proof?.head ?? (await coveringHead(client, receipt));
    return { receipt, head, kept: { times, tzdata } };
  }
  try {
    return await receiptAndHead(client, what, when);
  } catch (error) {
    if (error instanceof NameError && error.candidates.length === 0)
      throw (await delisted(client, place)) ?? error;
    if (!(error instanceof OperatorError)) throw error;
    throw new OperatorError(plain(`${error.message}. ${await whatIsKept(client, place)}`));
  }
}

/** For a name of an index that no longer exists: its kept receipts. Undefined if there are none. */
async function delisted(
  client: EvidenceClient,
  { at, name = '' }: Place,
): Promise<OperatorError | undefined> {
  const near = await keptNear(client, name, at);
  if (near.length === 0) return undefined;
  const instant = formatDatetime(at);
  return new OperatorError(
    plain(
      `no receipt of ${name} is kept at ${instant}, and it has no values any longer. ${nearText(name, near)}`,
    ),
  );
}

/** Identifies one value: a tick by its id, or a name at an instant. */
interface Place {
  readonly at: Millis;
  readonly id?: string;
  readonly name?: string;
}

/** Undefined for the newest value: its receipt can be computed, because its inputs are still stored. */
async function placeOf(
  client: EvidenceClient,
  what: string,
  when: Moment | undefined,
): Promise<Place | undefined> {
  if (isTickId(what)) {
    const id = what.trim().toLowerCase();
    return { id, at: decodeRecordId(id)!.at };
  }
  if (when === undefined) return undefined;
  // Not the newest value of that name: a delisted index has none, but its receipts are still kept.
  const newestAt = await serviceNow(client.tidemark, client.signal);
  const at = slotAtOrBefore(instantOf(when, newestAt));
  return at < newestAt ? { at, name: what.trim() } : undefined;
}

async function keptAt(client: EvidenceClient, { at, id, name }: Place): Promise<KeptReceipt | undefined> {
  const query = {
    ...(name !== undefined && { name }),
    from: formatDatetime(at),
    to: formatDatetime(at + 1),
    order: 'asc' as const,
    size: MAX_PAGE,
  };
  let page = await pageOf(client, query);
  if (name !== undefined) refuseSeveral(name, page.content);
  let kept = page.content.find((each) => id === undefined || each.id === id);
  while (!kept && page.nextId !== undefined) {
    const after = page.nextId;
    page = await pageOf(client, { ...query, startAfter: after });
    // Ids ascend: a service that repeats itself would cause an endless loop.
    if (page.nextId !== undefined && page.nextId <= after)
      throw new OperatorError('the service sent pages of kept receipts in the wrong order');
    kept = page.content.find((each) => each.id === id);
  }
  if (kept && !isOf(kept, at))
    throw new OperatorError(`the service sent a different receipt instead of that of ${formatDatetime(at)}`);
  return kept;
}

/** Assets can share a symbol: the user has to choose. */
function refuseSeveral(name: string, kept: readonly KeptReceipt[]): void {
  const ids = new Set(kept.map(({ indexId }) => indexId));
  if (ids.size <= 1) return;
  const choices = kept.map(({ id, indexId }) => `${id} (index ${indexId})`);
  throw new OperatorError(
    `several indices are named ${name}: give the id of one receipt: ${choices.join(', ')}`,
  );
}

function isOf({ id, receipt }: KeptReceipt, at: Millis): boolean {
  const { id: own, timestamp }: Partial<IndexReceipt> = receipt ?? {};
  return own === id && Date.parse(String(timestamp)) === at;
}

/** For a value without a receipt and without inputs: the reason, and the kept receipts of the index. */
async function whatIsKept(client: EvidenceClient, { at, name }: Place): Promise<string> {
  if (name === undefined) return 'The service keeps no receipt of this tick';
  const near = await keptNear(client, name, at);
  const kept =
    near.length > 0
      ? nearText(name, near)
      : `No receipt of ${name} is kept: the service keeps those configured by keepReceipts`;
  return `${await whyNoTick(client, name, at)}${kept}`;
}

/** The kept receipts before and after an instant. */
async function keptNear(client: EvidenceClient, name: string, at: Millis): Promise<readonly KeptReceipt[]> {
  const one = { name, size: 1 };
  const before = await pageOf(client, { ...one, to: formatDatetime(at), order: 'desc' });
  const after = await pageOf(client, { ...one, from: formatDatetime(at), order: 'asc' });
  return [...before.content, ...after.content];
}

function nearText(name: string, near: readonly KeptReceipt[]): string {
  const texts = near.map(({ timestamp, times }) => `${timestamp} (${times.join(', ')})`);
  return `Kept receipts of ${name} near it: ${texts.join(' and ')}`;
}

async function whyNoTick({ tidemark, signal }: EvidenceClient, name: string, at: Millis): Promise<string> {
  const range = { from: formatDatetime(at), to: formatDatetime(at + 1), signal };
  const { gaps = [] } = await tidemark.coverage(name, range);
  const [gap] = gaps;
  return gap ? `Coverage: no value from ${gap.from} to ${gap.to} (${gap.reason}). ` : '';
}

interface KeptQuery {
  readonly name?: string;
  readonly from?: string;
  readonly to?: string;
  readonly order: 'asc' | 'desc';
  readonly startAfter?: string;
  readonly size: number;
}

interface KeptPage {
  readonly content: readonly KeptReceipt[];
  readonly nextId?: string;
}

/** Empty for an older service, which keeps none. */
async function pageOf({ tidemark, signal }: EvidenceClient, query: KeptQuery): Promise<KeptPage> {
  try {
    return await tidemark.read('listKeptReceipts', query, { signal });
  } catch (error) {
    if (error instanceof NotFoundError) return { content: [] };
    throw error;
  }
}
