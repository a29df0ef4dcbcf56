import type { TrustTier } from '../../../core/exchange.ts';
import { exchangeIdOf } from '../../../core/ids/entity-id.ts';
import { shippedTier } from '../../../reference/exchange-tiers.ts';
import { currentName } from '../../../reference/names/current-names.ts';
import { slugOf, urlOf } from '../../../reference/well-known/slugs.ts';
import type { WellKnown } from '../../../reference/well-known/well-known.ts';
import { DEFAULT_EXCHANGES } from './default-exchanges.ts';

/** An exchange as clients see it. */
export interface ExchangeProfile {
  /** What settings call it. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly tier: TrustTier;
}

/** Exchanges that are read unless settings say otherwise: what ccxt calls them, and what clients know them by. */
export const CURATED: Readonly<Record<string, string>> = Object.fromEntries(
  DEFAULT_EXCHANGES.map(({ key, name }) => [key, name]),
);

/** `taken`: names of other exchanges in lower case, which a renamed exchange does not take over. */
export function profileOf(key: string, wellKnown: WellKnown, taken?: ReadonlySet<string>): ExchangeProfile {
  return profileWith({ key, name: nameOf(key) }, wellKnown, taken);
}

/** What an exchange of ccxt is called before it is looked up. */
export function nameOf(key: string): string {
  return Object.hasOwn(CURATED, key) ? (CURATED[key] ?? key) : key;
}

/** Of an exchange that says its name, and its site where it is not well known. A well-known one is shown under the name that it has today. */
export function profileWith(
  { key, name, url }: { readonly key: string; readonly name: string; readonly url?: string },
  wellKnown: WellKnown,
  taken: ReadonlySet<string> = new Set(),
): ExchangeProfile {
  const known = wellKnown.exchange(name);
  const knownAs = known?.name ?? name;
  const id = known?.id ?? exchangeIdOf(knownAs);
  const today = currentName({ id, name: knownAs });
  return {
    key,
    id,
    name: taken.has(today.toLowerCase()) ? knownAs : today,
    url: known?.url ?? url ?? urlOf(slugOf(knownAs)),
    tier: shippedTier(knownAs).tier,
  };
}
