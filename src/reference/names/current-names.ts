import type { WellKnown } from '../well-known/well-known.ts';
import { ASSET_NAMES, EXCHANGE_NAMES, FORMER_SLUGS } from './name-tables.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

const exchangeRows = rowsOf(EXCHANGE_NAMES);
const nameById: ReadonlyMap<string, string> = new Map(
  [...exchangeRows, ...rowsOf(ASSET_NAMES)].map(([id = '', name = '']) => [id, name]),
);
const exchangeIdByName: ReadonlyMap<string, string> = new Map(
  exchangeRows.flatMap(([id = '', name = '', former = '']) =>
    [name, ...former.split(';')].map((called) => [called.toLowerCase(), id] as const),
  ),
);
const assetIdByFormerSlug: ReadonlyMap<string, string> = new Map(
  rowsOf(FORMER_SLUGS).map(([id = '', slug = '']) => [slug, id]),
);

/** The current name of an exchange or asset; its own name if that has not changed. */
export function currentName({ id, name }: Named): string {
  return nameById.get(id) ?? name;
}

/** The names of 1.0.0, by id, of exchanges and assets that have another name today. */
export function originalNames(
  wellKnown: Pick<WellKnown, 'assets' | 'exchange'>,
): ReadonlyMap<string, string> {
  const exchanges = exchangeRows.flatMap(([id = '', current = '', former = '']): [string, string][] => {
    const formerNames = former.split(';');
    const published = [current, ...formerNames]
      .map((name) => wellKnown.exchange(name))
      .find((known) => known?.id === id);
    const name = published?.name ?? formerNames[0] ?? current;
    return name === current ? [] : [[id, name]];
  });
  const assets = wellKnown.assets.flatMap(({ id, name }): [string, string][] => {
    const current = nameById.get(id);
    return current === undefined || current === name ? [] : [[id, name]];
  });
  return new Map([...exchanges, ...assets]);
}

/** The id of an exchange by its current name or a former one, ignoring case; undefined if it has had only one name. */
export function idOfRenamedExchange(name: string): string | undefined {
  return exchangeIdByName.get(name.toLowerCase());
}

/** A key that is the same for all names of an exchange. */
export function exchangeKey(name: string): string {
  return idOfRenamedExchange(name) ?? name;
}

/** The id of an asset by a slug that it had before it got its well-known id. */
export function idOfFormerSlug(slugName: string): string | undefined {
  return assetIdByFormerSlug.get(slugName);
}

function rowsOf(table: string): string[][] {
  const [, ...rows] = table.trim().split('\n');
  return rows.map((row) => row.split('|'));
}
