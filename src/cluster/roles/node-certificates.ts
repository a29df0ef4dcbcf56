import { X509Certificate } from 'node:crypto';
import type { Clock } from '../../core/clocks/clock.ts';
import { HOUR_MS, type Millis } from '../../core/time.ts';
import { readRegularFile } from '../../disk/regular-file.ts';
import type { BoundPorts } from '../../app/compose/bound-ports.ts';
import { runEvery } from '../../app/process/run-every.ts';

/** Expiry of the certificate of the API and of the one with which this node connects to other servers. */
export class NodeCertificates {
  readonly close: () => Promise<void>;
  readonly #ports: Pick<BoundPorts, 'certificateExpiresAt'>;
  #clientExpiresAt: Millis | undefined;

  /** `clientFile`: PEM; read every hour, because a renewed file counts from the next connection on. */
  constructor(
    ports: Pick<BoundPorts, 'certificateExpiresAt'>,
    clientFile: string | undefined,
    clock: Pick<Clock, 'wait'>,
  ) {
    this.#ports = ports;
    this.close = runEvery(clock, HOUR_MS, () => {
      this.#clientExpiresAt = clientFile === undefined ? undefined : expiryOf(clientFile);
    });
  }

  get certificateExpiresAt(): Millis | undefined {
    return this.#ports.certificateExpiresAt;
  }

  get clientCertificateExpiresAt(): Millis | undefined {
    return this.#clientExpiresAt;
  }
}

/** Undefined for a file that cannot be read or is no certificate: the connection reports that. */
function expiryOf(path: string): Millis | undefined {
  try {
    return Date.parse(new X509Certificate(readRegularFile(path)).validTo);
  } catch {
    return undefined;
  }
}
