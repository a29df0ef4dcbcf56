import type { TrustTier } from '../../../core/exchange.ts';
import { exchangeIdOf } from '../../../core/ids/entity-id.ts';
import { shippedTier } from '../../../reference/exchange-tiers.ts';
import { currentName } from '../../../reference/names/current-names.ts';
import { slugOf, urlOf } from '../../../reference/well-known/slugs.ts';
import type { WellKnown } from '../../../reference/well-known/well-known.ts';
import { DEFAULT_EXCHANGES } from './default-exchanges.ts';

/** An exchange as clients see it. */
export interface ExchangeProfile {
  /** Its name in settings. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly tier: TrustTier;
}

/** Exchanges that are read by default: names for clients, by ccxt id. */
export const DEFAULT_EXCHANGE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  DEFAULT_EXCHANGES.map(({ key, name }) => [key, name]),
);

/** `taken`: lower-case names of other exchanges, which a renamed exchange must not use. */
export function profileOf(key: string, wellKnown: WellKnown, taken?: ReadonlySet<string>): ExchangeProfile {
  return profileWith({ key, name: exchangeNameOf(key) }, wellKnown, taken);
}

/** Name of a ccxt exchange before it is looked up. */
export function exchangeNameOf(key: string): string {
  return Object.hasOwn(DEFAULT_EXCHANGE_NAMES, key) ? (DEFAULT_EXCHANGE_NAMES[key] ?? key) : key;
}

/**
 * Profile of an exchange with a given name. `url` is for exchanges that are not well known; well-known ones are shown under
 * their current name.
 */
export function profileWith(
  { key, name, url }: { readonly key: string; readonly name: string; readonly url?: string },
  wellKnown: WellKnown,
  taken: ReadonlySet<string> = new Set(),
): ExchangeProfile {
  const known = wellKnown.exchange(name);
  const knownAs = known?.name ?? name;
  const id = known?.id ?? exchangeIdOf(knownAs);
  const shownName = currentName({ id, name: knownAs });
  return {
    key,
    id,
    name: taken.has(shownName.toLowerCase()) ? knownAs : shownName,
    url: known?.url ?? url ?? urlOf(slugOf(knownAs)),
    tier: shippedTier(knownAs).tier,
  };
}
