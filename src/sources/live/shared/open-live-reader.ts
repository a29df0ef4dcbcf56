import { compiledUrl } from '../../../threads/compiled-url.ts';
import { shippedTier } from '../../../reference/exchange-tiers.ts';
import type { ReaderContext } from '../../shared/unit-reader.ts';
import { startCollectorProcess } from '../collect/process/collector-child.ts';
import type { LiveOptions } from '../prepared-live.ts';
import { exchangeNameOf } from '../settings/exchange-profiles.ts';
import { LiveReader } from './live-reader.ts';

/** Opens a reader for the exchanges in settings, in processes that this process starts. */
export function openLiveReader(
  { exchanges, declared, derivatives, network, supply, collectors, apiKeysFile, keepPayloadsMs }: LiveOptions,
  { folder, ...place }: ReaderContext,
  module = compiledUrl('../collect/process/collector-process', import.meta.url),
): LiveReader {
  const names = new Map(declared.map(({ key, name }) => [key, name]));
  return new LiveReader({
    ...place,
    collectors,
    input: {
      exchanges: [...exchanges, ...declared.map(({ key }) => key)],
      declared,
      derivatives,
      folder,
      network,
      apiKeysFile,
      supply: supply.endpoint,
      keepPayloadsMs,
    },
    start: startCollectorProcess(module, place.clock),
    tierOf: (key) => shippedTier(names.get(key) ?? exchangeNameOf(key)).tier,
  });
}
