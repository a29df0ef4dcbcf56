import {
  ApiError,
  NotFoundError,
  type IndexReceipt,
  type IndexTicker,
  type Tidemark,
} from '../../../sdk/src/node.ts';
import { isId } from '../../../sdk/src/names.ts';
import { OperatorError } from '../../core/errors.ts';
import { decodeRecordId } from '../../core/ids/record-id.ts';
import type { RecordKind } from '../../core/ids/record-prefix.ts';
import { formatDatetime, slotAtOrBefore, type Millis } from '../../core/time.ts';
import { validRecord } from '../client/valid-record.ts';
import { plain, serviceMessage } from '../client/notices/plain.ts';
import { UsageError } from '../command.ts';
import { instantOf, type Moment } from '../times.ts';
import { DESCRIPTORS } from '../../engine/index-types/index-types.ts';

/** The client calls needed to find a receipt. */
export interface ReceiptClient {
  readonly tidemark: Pick<Tidemark, 'index' | 'read' | 'receipt'>;
  readonly signal?: AbortSignal;
}

const TICKS: readonly RecordKind[] = Object.values(DESCRIPTORS).map(({ records }) => records.tick);
const GONE = 410;
/** If the id of an index is decoded as a tick id, its time is mostly far in the future. */
const LATEST = Date.UTC(2200, 0);

/**
 * Finds the receipt of a tick by its id, of the newest tick of a name, or of the tick of a name at or just
 * before an instant.
 */
export async function findReceipt(
  client: ReceiptClient,
  what: string,
  when: Moment | undefined,
): Promise<IndexReceipt> {
  const at = isId(what) ? slotOf(what) : undefined;
  if (at === undefined) return receiptOf(client, what, await tickOf(client, what, when));
  if (when) throw new UsageError(`${what} is the id of one tick: leave out --at`);
  const tick = { id: what.trim().toLowerCase(), timestamp: formatDatetime(at) };
  return explained(client, tick, `${what}, a tick of ${tick.timestamp}`);
}

/** Whether the argument is the id of a tick, and not of an index. */
export function isTickId(what: string): boolean {
  return isId(what) && slotOf(what) !== undefined;
}

/**
 * The slot of a tick id; undefined for other ids: that of an index has the same form, but names no instant of
 * the grid.
 */
function slotOf(id: string): Millis | undefined {
  const position = decodeRecordId(id.trim().toLowerCase());
  const isTick = position && TICKS.includes(position.kind) && slotAtOrBefore(position.at) === position.at;
  return isTick && position.at < LATEST ? position.at : undefined;
}

/** The receipt of a known tick. */
export async function receiptOf(
  client: ReceiptClient,
  name: string,
  tick: IndexTicker,
): Promise<IndexReceipt> {
  const what = plain(`${name} at ${tick.timestamp}`);
  if (tick.flags?.includes('MODELLED'))
    throw new OperatorError(
      `${what} was filled in from a price model (MODELLED): it has no exchange data and no receipt`,
    );
  return explained(client, tick, what);
}

/** The tick of an index at a moment, or its newest one; `known` is the newest if it was found before. */
export async function tickOf(
  client: ReceiptClient,
  name: string,
  when: Moment | undefined,
  known?: IndexTicker,
): Promise<IndexTicker> {
  const newest = known ?? validRecord(await newestOf(client, name), 'IndexTicker');
  const newestAt = Date.parse(newest.timestamp);
  const at = slotAtOrBefore(when === undefined ? newestAt : instantOf(when, newestAt));
  if (at === newestAt) return newest;
  if (at > newestAt)
    throw new OperatorError(
      `${name} has no value at ${formatDatetime(at)} yet: the newest is of ${plain(newest.timestamp)}`,
    );
  const tick = await listedTick(client, newest.indexId, at);
  if (tick && (tick.indexId !== newest.indexId || Date.parse(tick.timestamp) !== at))
    throw new OperatorError(`the service sent a different value instead of ${name} at ${formatDatetime(at)}`);
  if (tick) return tick;
  throw new OperatorError(plain(await whyNone(client, name, newest.indexId, at)));
}

/** The listed value of an index at a tick; undefined if none is listed. */
export async function listedTick(
  { tidemark, signal }: ReceiptClient,
  indexId: string,
  at: Millis,
): Promise<IndexTicker | undefined> {
  const query = { indexId, from: formatDatetime(at), to: formatDatetime(at + 1), size: 1 };
  const [tick] = (await tidemark.read('listIndexTickers', query, { signal })).content;
  return tick && validRecord(tick, 'IndexTicker');
}

async function newestOf({ tidemark, signal }: ReceiptClient, name: string): Promise<IndexTicker> {
  if (!isId(name)) return tidemark.index(name, { signal });
  const [newest] = (await tidemark.read('listIndexTickers', { indexId: name.trim() }, { signal })).content;
  if (newest) return newest;
  throw new OperatorError(
    `${name} is neither the id of a tick nor of an index that has a value: 'tidemark price BTC_USD --json' shows both`,
  );
}

async function whyNone(
  { tidemark, signal }: ReceiptClient,
  name: string,
  indexId: string,
  at: Millis,
): Promise<string> {
  const first = async (query: { from?: string; to?: string; order: 'asc' | 'desc' }) =>
    (await tidemark.read('listIndexTickers', { indexId, size: 1, ...query }, { signal })).content[0];
  const before = await first({ to: formatDatetime(at), order: 'desc' });
  const after = await first({ from: formatDatetime(at), order: 'asc' });
  const none = `${name} has no value at ${formatDatetime(at)}`;
  if (!before) return `${none}: the kept 30-second values begin at ${after?.timestamp ?? 'none'}`;
  return `${none}: the previous one is ${before.timestamp}${after ? `, the next ${after.timestamp}` : ''}`;
}

async function explained(
  { tidemark, signal }: ReceiptClient,
  tick: Pick<IndexTicker, 'id' | 'timestamp'> & { readonly indexId?: string },
  what: string,
): Promise<IndexReceipt> {
  try {
    const receipt = await tidemark.receipt({ id: tick.id }, { signal });
    if (isOf(tick, receipt)) return receipt;
    throw new OperatorError(`the service sent a different receipt instead of that of ${what}`);
  } catch (error) {
    const isGone = error instanceof NotFoundError || (error instanceof ApiError && error.httpStatus === GONE);
    if (!isGone) throw error;
    throw new OperatorError(
      `there is no receipt of ${what}: ${serviceMessage(error) || 'the service does not know it'}`,
    );
  }
}

/** A valid receipt of another value says nothing about the requested one. */
function isOf(
  { id, timestamp, indexId }: Pick<IndexTicker, 'id' | 'timestamp'> & { readonly indexId?: string },
  receipt: IndexReceipt,
): boolean {
  return (
    receipt.id === id &&
    Date.parse(receipt.timestamp) === Date.parse(timestamp) &&
    (indexId === undefined || receipt.indexId === indexId)
  );
}
