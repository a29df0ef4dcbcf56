import { hash as hashOnce } from 'node:crypto';
import type { DerivativeType } from '../contract.ts';
import { formatDatetime, type Millis } from '../time.ts';

/**
 * The ids of assets, markets, exchanges and contracts are UUIDs. The ids that existing clients have stored are fixed in
 * `well-known-ids.ts`; every other id is a UUIDv5 of a documented name in this namespace, so that two installations agree without
 * communicating.
 */
export const TIDEMARK_NAMESPACE = '5b0e1e0a-6f7c-4d0e-9a53-7c1f4f0d2a6b';

/** RFC 9562, version 5. */
export function uuidV5(namespace: string, name: string): string {
  const named = Buffer.concat([Buffer.from(namespace.replaceAll('-', ''), 'hex'), Buffer.from(name)]);
  const hex = hashOnce('sha1', named);
  const variant = VARIANTS[Number.parseInt(hex.charAt(16), 16) & 0x3]!;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const VARIANTS = '89ab';

/** Derived from the slug: two assets may share a symbol, never a slug. */
export function assetIdOf(slugName: string): string {
  return uuidV5(TIDEMARK_NAMESPACE, `asset:${slugName}`);
}

export function marketIdOf(baseAssetId: string, quoteAssetId: string): string {
  return uuidV5(TIDEMARK_NAMESPACE, `market:${baseAssetId}:${quoteAssetId}`);
}

export function exchangeIdOf(name: string): string {
  return uuidV5(TIDEMARK_NAMESPACE, `exchange:${name.toLowerCase()}`);
}

/** An exchange may reuse the name of an expired contract for a new one; the expiration keeps them apart. */
export function contractIdOf(
  exchangeId: string,
  type: DerivativeType,
  exchangeName: string,
  expiration: Millis,
): string {
  const expires = expiration === Infinity ? '' : formatDatetime(expiration);
  return uuidV5(TIDEMARK_NAMESPACE, `contract:${exchangeId}:${type}:${exchangeName}:${expires}`);
}
