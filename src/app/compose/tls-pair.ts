import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { OperatorError } from '../../core/errors.ts';
import { readRegularFile, UnusableFile } from '../../disk/regular-file.ts';
import type { Millis } from '../../core/time.ts';

/** A certificate chain and its private key, PEM, which fit together. */
export interface TlsPair {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** When the certificate of the service itself expires. */
  readonly expiresAt: Millis;
}

/** Reads both files. Refuses what cannot be read, is no PEM, or does not fit together. */
export function readTlsPair(certPath: string, keyPath: string): TlsPair {
  const cert = readPem(certPath);
  const key = readPem(keyPath);
  try {
    createSecureContext({ cert, key });
    return { cert, key, expiresAt: Date.parse(new X509Certificate(cert).validTo) };
  } catch (error) {
    throw new OperatorError(`${certPath} and ${keyPath} cannot be used for TLS: ${(error as Error).message}`);
  }
}

function readPem(path: string): Buffer {
  try {
    return readRegularFile(path);
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
