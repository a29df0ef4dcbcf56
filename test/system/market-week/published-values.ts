import { LX_INDICES } from '../../../src/core/ids/well-known-ids.ts';
import type { ComputedTick } from '../../../src/app/pipeline/compute/index-computer.ts';
import { indexValues } from '../../../src/engine/tick-output.ts';
import type { AuditedValue } from './audited.ts';

const LX_CODES: Readonly<Record<string, string>> = { BLX: 'BTC', ELX: 'ETH', XRPLX: 'XRP' };

/** All values of a tick, with their indices. */
export function publishedValues({ version, output }: ComputedTick): AuditedValue[] {
  const { reference } = version;
  const codes = reference.symbols.map((symbol) => symbol.toUpperCase());
  const marketAt = new Map(reference.marketIds.map((id, place) => [id, place]));
  const assetAt = new Map(reference.assetIds.map((id, place) => [id, place]));
  const lxCodes = new Map(
    Object.entries(LX_INDICES).map(([name, id]) => [id as string, LX_CODES[name] ?? name]),
  );
  const values: AuditedValue[] = [];
  for (const { indexType, indexId, price, volume, flags } of indexValues(reference, output)) {
    const own = { type: indexType, id: indexId, price, volume, flags };
    if (indexType === 'MWA') {
      const market = marketAt.get(indexId)!;
      const [base, quote] = [codes[reference.base[market]!]!, codes[reference.quote[market]!]!];
      values.push({ ...own, base, quote });
    } else {
      const base = indexType === 'GWA' ? codes[assetAt.get(indexId)!]! : lxCodes.get(indexId)!;
      values.push({ ...own, base, quote: 'USD' });
    }
  }
  return values;
}
