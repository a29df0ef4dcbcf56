/** Bytes of a file, from `from`, inclusive, to `to`, exclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const SINGLE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The range that a request asks for (RFC 9110). Undefined for the whole file: without a range, with several
 * ranges, or with a header that cannot be read.
 */
export function requestedRange(header: string | undefined, bytes: number): ByteRange | 'outside' | undefined {
  const [, first, last] = SINGLE.exec(header?.replaceAll(/[ \t]/g, '') ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'outside' : { from: bytes - length, to: bytes };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return undefined;
  if (from >= bytes) return 'outside';
  return { from, to: last === '' ? bytes : Math.min(Number(last) + 1, bytes) };
}
