import { compiledUrl } from '../../../threads/compiled-url.ts';
import type { ReaderPlace } from '../../shared/unit-reader.ts';
import { startCollectorProcess } from '../collect/process/collector-child.ts';
import type { LiveOptions } from '../prepared-live.ts';
import { LiveReader } from './live-reader.ts';

/** What settings say, read in processes that this one starts. */
export function openLiveReader(
  { exchanges, declared, derivatives, network, supply, collectors, apiKeysFile, keepPayloadsMs }: LiveOptions,
  { folder, clock, ...place }: ReaderPlace,
  module = compiledUrl('../collect/process/collector-process', import.meta.url),
): LiveReader {
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
    start: startCollectorProcess(module, clock),
  });
}
