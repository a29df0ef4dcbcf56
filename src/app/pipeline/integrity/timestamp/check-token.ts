import {
  constants,
  createHash,
  verify,
  type KeyObject,
  type VerifyKeyObjectInput,
  type X509Certificate,
} from 'node:crypto';
import type { Millis } from '../../../../core/time.ts';
import { DerError, DerReader, oidText, TAG, type Der } from './der.ts';
import { certificateFields, readToken, type TimestampToken } from './timestamp-token.ts';

/**
 * `chain`: whether the certificates lead to a trusted authority; `not-checked` if none was given. Everything
 * else was verified.
 */
export type TokenVerdict =
  | {
      readonly isRight: true;
      readonly genTime: Millis;
      readonly authority: string;
      readonly chain: 'trusted' | 'not-checked';
    }
  | { readonly isRight: false; readonly because: string };

class Refused extends Error {}

const SHA256 = '2.16.840.1.101.3.4.2.1';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const ATTRIBUTE = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;
const TST_INFO = '1.2.840.113549.1.9.16.1.4';

/** Accepted hashes of signatures. SHA-1 is not accepted: collisions can be made. */
const HASHES = new Map([
  [SHA256, 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);

const RSA = '1.2.840.113549.1.1.1';
const RSA_PSS = '1.2.840.113549.1.1.10';
const ED25519 = '1.3.101.112';
/** Signature algorithms that name their hash. */
const WITH_HASH = new Map([
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.10045.4.3.4', 'sha512'],
]);

/** Checks offline that the token was issued over this text, by the given authorities or by its own certificate. */
export function checkToken(
  token: Buffer,
  text: string,
  authorities?: readonly X509Certificate[],
): TokenVerdict {
  try {
    const read = readToken(token);
    checkImprint(read, text);
    const certificate = signerCertificate(read, authorities ?? []);
    checkAttributes(read, certificate);
    checkSignature(read, certificate.publicKey);
    checkPurpose(certificate);
    checkValidity(certificate, read.genTime);
    if (authorities) checkChain(certificate, read, authorities);
    return {
      isRight: true,
      genTime: read.genTime,
      authority: commonName(certificate),
      chain: authorities ? 'trusted' : 'not-checked',
    };
  } catch (error) {
    if (error instanceof DerError) return { isRight: false, because: `it cannot be read: ${error.message}` };
    if (error instanceof Refused) return { isRight: false, because: error.message };
    throw error;
  }
}

function checkImprint({ imprintAlgorithm, imprint }: TimestampToken, text: string): void {
  if (imprintAlgorithm !== SHA256) throw new Refused('it is not over a SHA-256 hash');
  if (!createHash('sha256').update(text).digest().equals(imprint))
    throw new Refused('it was issued over another text');
}

/** Finds the certificate that the token names, in the token or among the given ones. */
function signerCertificate(
  { signer: { issuer, serial }, certificates }: TimestampToken,
  given: readonly X509Certificate[],
): X509Certificate {
  if (!issuer || !serial) throw new Refused('it does not name its certificate by issuer and serial number');
  const found = [...certificates, ...given].find(({ raw }) => {
    const own = certificateFields(raw);
    return own.issuer.equals(issuer) && own.serial.equals(serial);
  });
  if (!found) throw new Refused('it lacks the certificate of its signer');
  return found;
}

function checkAttributes({ signer, info }: TimestampToken, certificate: X509Certificate): void {
  const { contentType, messageDigest } = ATTRIBUTE;
  const type = signer.attribute(contentType);
  if (!type || oidText(type) !== TST_INFO) throw new Refused('its signature is not of a timestamp');
  const digest = signer.attribute(messageDigest);
  const hash = hashNamed(signer.digestAlgorithm);
  if (digest?.tag !== TAG.octetString || !createHash(hash).update(info).digest().equals(digest.content))
    throw new Refused('its content was altered: the signed digest differs');
  const v2 = signer.attribute(ATTRIBUTE.signingCertificateV2);
  const v1 = signer.attribute(ATTRIBUTE.signingCertificate);
  const expected = v2 ? certificateHash(v2, 2) : v1 && certificateHash(v1, 1);
  if (!expected) throw new Refused('it does not say which certificate signed it');
  if (!createHash(expected.hash).update(certificate.raw).digest().equals(expected.digest))
    throw new Refused('it was not signed with the certificate that it contains');
}

/** The first of `SigningCertificate` (RFC 2634) or `SigningCertificateV2` (RFC 5035). */
function certificateHash(attribute: Der, version: 1 | 2): { hash: string; digest: Buffer } {
  const first = new DerReader(attribute, TAG.sequence, 'the signing certificate')
    .inside(TAG.sequence, 'the signing certificate')
    .inside(TAG.sequence, 'the signing certificate');
  const algorithm = version === 2 ? first.optional(TAG.sequence) : undefined;
  const named = algorithm && new DerReader(algorithm, TAG.sequence, 'its hash algorithm').oid('its hash');
  // SHA-1 is safe here: the signature covers this hash, which only distinguishes certificates of the same
  // key.
  const hash = version === 1 ? 'sha1' : hashNamed(named ?? SHA256);
  return { hash, digest: first.next(TAG.octetString, 'the hash of the certificate').content };
}

function hashNamed(oid: string): string {
  const hash = HASHES.get(oid);
  if (hash === undefined) throw new Refused(`it uses the hash ${oid}, which is not accepted`);
  return hash;
}

function checkSignature({ signer }: TimestampToken, publicKey: KeyObject): void {
  const { signatureAlgorithm, digestAlgorithm, signedAttributes, signature } = signer;
  const hash =
    signatureAlgorithm === ED25519
      ? undefined
      : (WITH_HASH.get(signatureAlgorithm) ?? rsaHash(signatureAlgorithm, digestAlgorithm));
  const key: VerifyKeyObjectInput =
    signatureAlgorithm === RSA_PSS
      ? {
          key: publicKey,
          padding: constants.RSA_PKCS1_PSS_PADDING,
          saltLength: constants.RSA_PSS_SALTLEN_AUTO,
        }
      : { key: publicKey };
  let isRight = false;
  try {
    isRight = verify(hash, signedAttributes, key, signature);
  } catch (error) {
    // The signature algorithm does not match the type of the key.
    if ((error as NodeJS.ErrnoException).code?.startsWith('ERR_') !== true) throw error;
  }
  if (!isRight) throw new Refused('its signature does not match');
}

function rsaHash(signatureAlgorithm: string, digestAlgorithm: string): string {
  if (signatureAlgorithm === RSA || signatureAlgorithm === RSA_PSS) return hashNamed(digestAlgorithm);
  throw new Refused(`it is signed with the algorithm ${signatureAlgorithm}, which is not accepted`);
}

/** RFC 3161, 2.3: the certificate must be for timestamps only. */
function checkPurpose({ raw }: X509Certificate): void {
  const usage = certificateFields(raw).extendedKeyUsage;
  const isForTimestamps =
    usage?.isCritical && usage.purposes.length === 1 && usage.purposes[0] === TIME_STAMPING;
  if (!isForTimestamps) throw new Refused('its certificate is not for timestamps');
}

function checkValidity(certificate: X509Certificate, at: Millis): void {
  const { validFrom, validTo } = certificate;
  if (at < Date.parse(validFrom) || at > Date.parse(validTo))
    throw new Refused(`the certificate "${commonName(certificate)}" was not valid when it was issued`);
}

/** No timestamp authority has a longer chain. */
const MAX_CHAIN = 8;

/** From the signer up to one of the authorities, each valid at the time of the token. */
function checkChain(
  signer: X509Certificate,
  { certificates, genTime }: TimestampToken,
  authorities: readonly X509Certificate[],
): void {
  let current = signer;
  for (let length = 0; length < MAX_CHAIN; length++) {
    const isIssuer = (each: X509Certificate) => each.ca && isIssuedBy(current, each);
    if (authorities.some(({ fingerprint256 }) => fingerprint256 === current.fingerprint256)) return;
    const authority = authorities.find(isIssuer);
    const next = authority ?? certificates.find((each) => isIssuer(each) && each !== current);
    if (!next) break;
    checkValidity(next, genTime);
    if (authority) return;
    current = next;
  }
  throw new Refused(`its certificate "${commonName(signer)}" does not lead to the given authority`);
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function commonName({ subject }: X509Certificate): string {
  return /^CN=(.+)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ');
}
