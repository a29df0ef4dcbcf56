import { X509Certificate } from 'node:crypto';
import { checkToken, type TokenVerdict } from '../app/pipeline/integrity/timestamp/check-token.ts';
import { headText, type SignedHead } from '../core/integrity-head.ts';
import { formatDatetime } from '../core/time.ts';
import { readFileOrPipe, UnusableFile } from '../disk/regular-file.ts';
import { plain } from './client/notices/plain.ts';
import { UsageError } from './command.ts';
import { fileOption } from './shared-options.ts';

/** The option `--timestamp-ca`. */
export const TIMESTAMP_CA_OPTION = fileOption(
  'Certificates (PEM) of the timestamp authority that you trust; without it, timestamps are checked with the certificate that they contain',
);

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates in the file of --timestamp-ca; undefined without a file. */
export function authoritiesIn(file: string | undefined): readonly X509Certificate[] | undefined {
  if (file === undefined) return undefined;
  const certificates = textOf(file).match(CERTIFICATE) ?? [];
  if (certificates.length === 0)
    throw new UsageError(`--timestamp-ca ${file} contains no certificate in PEM format`);
  return certificates.map((text, place) => {
    try {
      return new X509Certificate(text);
    } catch {
      throw new UsageError(`--timestamp-ca ${file}: certificate ${place + 1} cannot be read`);
    }
  });
}

function textOf(file: string): string {
  try {
    return readFileOrPipe(file).toString('latin1');
  } catch (error) {
    if (error instanceof UnusableFile) throw new UsageError(`--timestamp-ca ${error.message}`);
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new UsageError(`--timestamp-ca ${file} cannot be read: ${code}`);
  }
}

/** Whether a token (DER, base64) was issued over this head; undefined without a token. */
export function timestampVerdict(
  head: Pick<SignedHead, 'slot' | 'recordHash'>,
  token: string | undefined,
  authorities: readonly X509Certificate[] | undefined,
): TokenVerdict | undefined {
  return token === undefined
    ? undefined
    : checkToken(Buffer.from(token, 'base64'), headText(head), authorities);
}

export function timestampText(verdict: TokenVerdict | undefined): string {
  if (!verdict) return 'no timestamp';
  if (!verdict.isRight) return `INVALID TIMESTAMP: ${plain(verdict.because)}`;
  const stamped = `timestamped ${formatDatetime(verdict.genTime)} by ${plain(verdict.authority)}`;
  return verdict.chain === 'trusted' ? stamped : `${stamped} (authority not checked: give --timestamp-ca)`;
}

/** For programs. */
export function timestampRecord(verdict: TokenVerdict) {
  return verdict.isRight ? { ...verdict, genTime: formatDatetime(verdict.genTime) } : verdict;
}
