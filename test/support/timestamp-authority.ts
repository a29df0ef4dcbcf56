import { spawnSync } from 'node:child_process';
import { createHash, sign, X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contextTag, TAG, writeDer, writeInteger } from '../../src/app/pipeline/integrity/timestamp/der.ts';
import { certificateFields, readToken } from '../../src/app/pipeline/integrity/timestamp/timestamp-token.ts';

/** Options for the certificate of an authority. */
export interface AuthorityOptions {
  /** Extended key usage, as openssl writes it. */
  readonly usage?: string;
  /** Days from now until the certificate expires; negative: it has expired. */
  readonly days?: number;
  readonly key?: readonly string[];
}

const CONFIG = `
[ tsa ]
default_tsa = own
[ own ]
serial = FOLDER/serial
crypto_device = builtin
signer_cert = FOLDER/tsa.pem
certs = FOLDER/ca.pem
signer_key = FOLDER/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ordering = yes
ess_cert_id_chain = no
`;

/**
 * A timestamp authority based on openssl: a certificate authority, a certificate for timestamps, and replies to
 * requests.
 */
export class TestAuthority {
  readonly folder = mkdtempSync(join(tmpdir(), 'tidemark-tsa-'));
  /** The CA file for users. */
  readonly caFile = join(this.folder, 'ca.pem');

  constructor({
    usage = 'critical,timeStamping',
    days = 30,
    key = ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  }: AuthorityOptions = {}) {
    const path = (name: string) => join(this.folder, name);
    writeFileSync(path('tsa.cnf'), CONFIG.replaceAll('FOLDER', this.folder));
    writeFileSync(path('serial'), '01\n');
    const newKey = ['-newkey', ...key, '-nodes'];
    openssl([
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      path('ca.key'),
      '-out',
      this.caFile,
      '-days',
      '3650',
      '-subj',
      '/CN=Test CA',
    ]);
    openssl(['req', ...newKey, '-keyout', path('tsa.key'), '-out', path('tsa.csr'), '-subj', '/CN=Test TSA']);
    writeFileSync(path('extensions'), `extendedKeyUsage = ${usage}\n`);
    const validity = days > 0 ? ['-days', String(days)] : expired(days);
    // `openssl x509` of Debian 12 cannot backdate a certificate; `openssl ca` can.
    mkdirSync(path('issued'));
    writeFileSync(path('index'), '');
    writeFileSync(
      path('ca.cnf'),
      `[ca]\ndefault_ca=own\n[own]\ndatabase=${path('index')}\nserial=${path('serial')}\nnew_certs_dir=${path('issued')}\ndefault_md=sha256\npolicy=any\n[any]\ncommonName=supplied\n`,
    );
    openssl([
      'ca',
      '-batch',
      '-config',
      path('ca.cnf'),
      '-cert',
      this.caFile,
      '-keyfile',
      path('ca.key'),
      '-in',
      path('tsa.csr'),
      '-out',
      path('tsa.pem'),
      '-notext',
      '-extfile',
      path('extensions'),
      ...validity,
    ]);
  }

  /** `TimeStampResp` of a request, both DER. */
  reply(request: Buffer): Buffer {
    const [query, answer] = [join(this.folder, 'query.tsq'), join(this.folder, 'answer.tsr')];
    writeFileSync(query, request);
    openssl(['ts', '-reply', '-config', join(this.folder, 'tsa.cnf'), '-queryfile', query, '-out', answer]);
    return readFileSync(answer);
  }

  /** A token that openssl would not sign: over the content of another token, with any certificate of this authority. */
  signedAnyway(token: Buffer): Buffer {
    const certificate = new X509Certificate(readFileSync(join(this.folder, 'tsa.pem')));
    const key = readFileSync(join(this.folder, 'tsa.key'));
    const { info } = readToken(token);
    const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
    const sequence = (...parts: Buffer[]) => writeDer(TAG.sequence, ...parts);
    const set = (...parts: Buffer[]) => writeDer(TAG.set, ...parts);
    const octets = (bytes: Buffer) => writeDer(TAG.octetString, bytes);
    const attribute = (type: string, value: Buffer) => sequence(oid(type), set(value));
    const attributes = [
      attribute('06092a864886f70d010903', oid('060b2a864886f70d0109100104')),
      attribute('06092a864886f70d010904', octets(sha256(info))),
      attribute('060b2a864886f70d010910022f', sequence(sequence(sequence(octets(sha256(certificate.raw)))))),
    ];
    const { issuer, serial } = certificateFields(certificate.raw);
    const algorithm = sequence(oid('0609608648016503040201'));
    const signer = sequence(
      writeInteger(Buffer.of(1)),
      sequence(issuer, writeDer(TAG.integer, serial)),
      algorithm,
      writeDer(contextTag(0), ...attributes),
      sequence(oid('06082a8648ce3d040302')),
      octets(sign('sha256', set(...attributes), key)),
    );
    const signed = sequence(
      writeInteger(Buffer.of(3)),
      set(algorithm),
      sequence(oid('060b2a864886f70d0109100104'), writeDer(contextTag(0), octets(info))),
      writeDer(contextTag(0), certificate.raw),
      set(signer),
    );
    return sequence(oid('06092a864886f70d010702'), writeDer(contextTag(0), signed));
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** An object identifier as DER, in hex. */
function oid(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}

function expired(days: number): string[] {
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().replaceAll(/[-:T]|\..*/g, '') + 'Z';
  return ['-startdate', day(days - 30), '-enddate', day(days)];
}

function openssl(args: readonly string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${args[0]} failed: ${stderr}`);
}

export type Answer = (request: Buffer) => { readonly status?: number; readonly body: Buffer } | undefined;

/** An HTTP server that answers timestamp requests as the test decides; undefined: it never answers. */
export class TimestampServer {
  requests = 0;
  answer: Answer;
  readonly #server: Server;

  private constructor(answer: Answer) {
    this.answer = answer;
    this.#server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        this.requests++;
        const isQuery = request.headers['content-type'] === 'application/timestamp-query';
        const answered = isQuery
          ? this.answer(Buffer.concat(pieces))
          : { status: 415, body: Buffer.alloc(0) };
        if (!answered) return;
        response.writeHead(answered.status ?? 200, { 'content-type': 'application/timestamp-reply' });
        response.end(answered.body);
      });
    });
  }

  static async open(answer: Answer): Promise<TimestampServer> {
    const server = new TimestampServer(answer);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/tsr`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
