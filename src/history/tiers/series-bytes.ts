import { INDEX_TYPES, indexTypeAt, type SeriesId } from '../../core/index-value.ts';

/** The position of the type in `INDEX_TYPES`, and the 16 bytes of the UUID. */
export const SERIES_BYTES = 17;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function packSeries({ indexType, indexId }: SeriesId, into: Uint8Array, at: number): void {
  if (!UUID.test(indexId))
    throw new RangeError(`${indexId} is not the id of a series: it must be a UUID in lower case`);
  into[at] = INDEX_TYPES.indexOf(indexType);
  into.set(Buffer.from(indexId.replaceAll('-', ''), 'hex'), at + 1);
}

export function unpackSeries(bytes: Uint8Array, at: number): SeriesId {
  const hex = Buffer.from(bytes.subarray(at + 1, at + SERIES_BYTES)).toString('hex');
  const indexId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return { indexType: indexTypeAt(bytes[at]!), indexId: indexId.join('-') };
}
