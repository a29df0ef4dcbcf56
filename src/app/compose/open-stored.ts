import { openContracts } from '../config/contract-file.ts';
import { openLoggedHistory } from '../directory/open-history.ts';
import { quarantineOf } from '../directory/quarantine-of.ts';
import { GapLog } from '../pipeline/gaps/gap-log.ts';
import { HeadLog } from '../pipeline/integrity/head-log.ts';
import { TimestampLog } from '../pipeline/integrity/timestamp/timestamp-log.ts';
import { startPipeline } from '../pipeline/pipeline.ts';
import type { ComputeParts } from '../pipeline/compute-parts.ts';
import { unlessStopped } from './unless-stopped.ts';

/** Opens history, contracts, logs and the pipeline's thread concurrently. */
export async function openStored(
  parts: ComputeParts,
  { headsSigned, gapsNoted }: Readonly<Record<'headsSigned' | 'gapsNoted', () => Promise<void>>>,
) {
  const { folder, disk, health, log, lifecycle, settings, shared } = parts;
  const quarantine = quarantineOf(folder, (taken) => health.recordQuarantined(taken));
  const opening = openLoggedHistory(folder, log, {
    health,
    journalFileBytes: disk.journalFileBytes,
    store: shared?.store,
  });
  lifecycle.started('history', () => closeOpened(opening));
  const shares = shared && (await shared.lead((await opening).fence));
  const openingContracts = openContracts(folder, log, quarantine, shares?.contracts);
  lifecycle.started('contracts', () => closeOpened(openingContracts));
  const openingHeads = HeadLog.open({
    folder,
    quarantine,
    onProblem: (problem) => log.error({ problem }, 'the log of heads is not intact'),
    share: shares?.heads,
  });
  lifecycle.started('head log', async () => {
    await headsSigned();
    await closeOpened(openingHeads);
  });
  const openingTimestamps = TimestampLog.open({
    folder,
    quarantine,
    onProblem: (problem) => log.error({ problem }, 'the log of timestamps is not intact'),
    share: shares?.timestamps,
  });
  lifecycle.started('timestamp log', () => closeOpened(openingTimestamps));
  const openingGaps = GapLog.open({
    folder,
    quarantine,
    onProblem: (problem) => log.warn({ problem }, 'the log of gaps is not intact'),
    share: shares?.gaps,
  });
  lifecycle.started('gap log', async () => {
    await gapsNoted();
    await closeOpened(openingGaps);
  });
  const pipeline = parts.pipeline ?? startPipeline(settings, parts.sources);
  const stop = new AbortController();
  lifecycle.started('pipeline', async () => {
    await pipeline.close();
    stop.abort();
  });
  const opened = Promise.all([
    pipeline.past,
    opening,
    openingContracts,
    openingHeads,
    openingGaps,
    openingTimestamps,
  ]);
  const [past, history, contracts, heads, gapLog, timestamps] = await unlessStopped(opened, parts.stop);
  return { pipeline, past, history, contracts, heads, timestamps, gapLog, signal: stop.signal };
}

/** Ignores a failed opening: the start that awaits it reports the failure. */
function closeOpened(opening: Promise<{ close(): Promise<void> }>): Promise<void> {
  return opening.then(
    (opened) => opened.close(),
    () => undefined,
  );
}
