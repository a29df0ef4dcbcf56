import { X509Certificate } from 'node:crypto';
import type { Millis } from '../../../../core/time.ts';
import { contextTag, DerError, DerReader, oidText, readDer, TAG, writeDer, type Der } from './der.ts';

/** The parsed content of an RFC 3161 token (CMS `SignedData`, RFC 5652). Not verified. */
export interface TimestampToken {
  /** OID of the hash function, and the stamped hash. */
  readonly imprintAlgorithm: string;
  readonly imprint: Buffer;
  readonly genTime: Millis;
  readonly policy: string;
  /** Content of the integer; absent if the request had none. */
  readonly nonce: Buffer | undefined;
  readonly info: Buffer;
  readonly signer: TokenSigner;
  /** The signer's certificate, and those that lead to a root. */
  readonly certificates: readonly X509Certificate[];
}

export interface TokenSigner {
  /** Issuer name as DER and serial number as the content of an integer; or the key identifier. */
  readonly issuer: Buffer | undefined;
  readonly serial: Buffer | undefined;
  readonly digestAlgorithm: string;
  readonly signatureAlgorithm: string;
  readonly signature: Buffer;
  /** Encoded as a SET, which is what the signature covers. */
  readonly signedAttributes: Buffer;
  /** The values of an attribute; undefined if there is none. */
  readonly attribute: (oid: string) => Der | undefined;
}

const OID = {
  signedData: '1.2.840.113549.1.7.2',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
} as const;

/** Throws `DerError` if the bytes are not a token. */
export function readToken(bytes: Buffer): TimestampToken {
  const content = new DerReader(readDer(bytes), TAG.sequence, 'the token');
  if (content.oid('its type') !== OID.signedData) throw new DerError('the token is not signed data');
  const signed = content.inside(contextTag(0), 'its content').inside(TAG.sequence, 'the signed data');
  signed.next(TAG.integer, 'the version');
  signed.next(TAG.set, 'the digest algorithms');
  const encapsulated = signed.inside(TAG.sequence, 'the signed content');
  if (encapsulated.oid('its type') !== OID.tstInfo) throw new DerError('the token is not a timestamp');
  const info = encapsulated.inside(contextTag(0), 'its text').next(TAG.octetString, 'its text').content;
  const certificates = signed.optional(contextTag(0));
  signed.optional(contextTag(1));
  const signers = signed.inside(TAG.set, 'the signers').rest();
  if (signers.length !== 1) throw new DerError(`the token has ${signers.length} signers instead of one`);
  return {
    ...readInfo(info),
    info: Buffer.from(info),
    signer: readSigner(signers[0]!),
    certificates: certificates ? readCertificates(certificates) : [],
  };
}

function readInfo(bytes: Buffer) {
  const info = new DerReader(readDer(bytes), TAG.sequence, 'the timestamp');
  const version = info.next(TAG.integer, 'its version').content;
  if (version.length !== 1 || version[0] !== 1) throw new DerError('the timestamp has an unknown version');
  const policy = info.oid('its policy');
  const imprint = info.inside(TAG.sequence, 'its imprint');
  const imprintAlgorithm = imprint.inside(TAG.sequence, 'its hash algorithm').oid('its hash algorithm');
  const hash = imprint.next(TAG.octetString, 'its hash').content;
  info.next(TAG.integer, 'its serial number');
  const genTime = timeOf(info.next(TAG.generalizedTime, 'its time').content.toString('latin1'));
  info.optional(TAG.sequence);
  info.optional(TAG.boolean);
  const nonce = info.optional(TAG.integer)?.content;
  return { policy, imprintAlgorithm, imprint: Buffer.from(hash), genTime, nonce };
}

const GENERALIZED_TIME = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\.\d+)?Z$/;

function timeOf(text: string): Millis {
  const [, year, month, day, hour, minute, second, fraction = ''] = GENERALIZED_TIME.exec(text) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`);
  if (Number.isNaN(at)) throw new DerError('its time is not a valid time');
  return at;
}

function readSigner(element: Der): TokenSigner {
  const signer = new DerReader(element, TAG.sequence, 'the signer');
  signer.next(TAG.integer, 'its version');
  const identifier = signer.any('its identifier');
  const byName = identifier.tag === TAG.sequence ? new DerReader(identifier, TAG.sequence, '') : undefined;
  const issuer = byName?.next(TAG.sequence, 'its issuer').bytes;
  const serial = byName?.next(TAG.integer, 'its serial number').content;
  const digestAlgorithm = signer.inside(TAG.sequence, 'its digest algorithm').oid('its digest algorithm');
  const attributes = signer.next(contextTag(0), 'the signed attributes');
  const signatureAlgorithm = signer.inside(TAG.sequence, 'its algorithm').oid('its algorithm');
  const signature = signer.next(TAG.octetString, 'the signature').content;
  const values = attributeValues(attributes);
  return {
    issuer,
    serial,
    digestAlgorithm,
    signatureAlgorithm,
    signature,
    signedAttributes: writeDer(TAG.set, attributes.content),
    attribute: (oid) => values.get(oid),
  };
}

function attributeValues(attributes: Der): Map<string, Der> {
  const values = new Map<string, Der>();
  for (const each of new DerReader(attributes, contextTag(0), 'the signed attributes').rest()) {
    const attribute = new DerReader(each, TAG.sequence, 'an attribute');
    const oid = attribute.oid('its type');
    const [value, ...others] = attribute.inside(TAG.set, 'its values').rest();
    if (!value || others.length > 0 || values.has(oid))
      throw new DerError(`the attribute ${oid} must have one value`);
    values.set(oid, value);
  }
  return values;
}

function readCertificates(element: Der): X509Certificate[] {
  return new DerReader(element, contextTag(0), 'the certificates')
    .rest()
    .filter(({ tag }) => tag === TAG.sequence)
    .map(({ bytes }) => {
      try {
        return new X509Certificate(bytes);
      } catch {
        throw new DerError('a certificate cannot be read');
      }
    });
}

/** Fields of a certificate that Node does not expose. */
export interface CertificateFields {
  /** Issuer name as DER, serial number as the content of an integer. */
  readonly issuer: Buffer;
  readonly serial: Buffer;
  /** Purposes (OIDs), and whether all others are forbidden. Undefined if the certificate names none. */
  readonly extendedKeyUsage:
    | { readonly isCritical: boolean; readonly purposes: readonly string[] }
    | undefined;
}

const EXTENDED_KEY_USAGE = '2.5.29.37';

/** Throws `DerError`. */
export function certificateFields(raw: Buffer): CertificateFields {
  const certificate = new DerReader(readDer(raw), TAG.sequence, 'the certificate');
  const body = certificate.inside(TAG.sequence, 'the certificate');
  body.optional(contextTag(0));
  const serial = body.next(TAG.integer, 'its serial number').content;
  body.next(TAG.sequence, 'its algorithm');
  const issuer = body.next(TAG.sequence, 'its issuer').bytes;
  const extensions = body.rest().find(({ tag }) => tag === contextTag(3));
  return { issuer, serial, extendedKeyUsage: extensions && keyUsageIn(extensions) };
}

function keyUsageIn(element: Der): CertificateFields['extendedKeyUsage'] {
  const list = new DerReader(element, contextTag(3), 'the extensions').inside(TAG.sequence, 'the extensions');
  for (const each of list.rest()) {
    const extension = new DerReader(each, TAG.sequence, 'an extension');
    if (extension.oid('its type') !== EXTENDED_KEY_USAGE) continue;
    const isCritical = extension.optional(TAG.boolean)?.content[0] === 0xff;
    const value = readDer(extension.next(TAG.octetString, 'its value').content);
    const purposes = new DerReader(value, TAG.sequence, 'the purposes').rest().map(oidText);
    return { isCritical, purposes };
  }
  return undefined;
}
