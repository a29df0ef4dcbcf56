import { composeRole } from '../../app/compose/product.ts';
import { SOURCES } from '../../app/compose/source-table.ts';
import { bindPorts, type BoundPorts } from '../../app/compose/bound-ports.ts';
import type { Service } from '../../app/compose/compose.ts';
import { createLog } from '../../app/operate/terminal/log.ts';
import { delayOptimisation } from '../../app/process/delay-optimisation.ts';
import { untilReady } from '../../app/process/until-ready.ts';
import { startPipeline } from '../../app/pipeline/pipeline.ts';
import { originalClientSwitches } from '../../app/config/original-clients.ts';
import type { Settings } from '../../app/config/settings.ts';
import { monotonicMs, SystemClock, type Clock } from '../../core/clocks/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import type { Millis } from '../../core/time.ts';
import { action, type Call, type Output } from '../command.ts';

export const command = action({
  about: [
    'Without options it serves a simulated market on http://127.0.0.1:8080, with the data directory ./data.',
    "SIGTERM and SIGINT stop the service. SIGHUP makes it reload the certificate and key and never stops it, so it keeps running when its terminal is closed. 'tidemark status' shows its process id.",
  ],
  settings: 'all',
  exitCodes: [
    [0, 'if it was stopped'],
    [1, 'if it could not start or had to stop'],
  ],
  examples: ['tidemark serve --port 8080 --data /srv/tidemark', 'tidemark serve --source live'],
  run: serve,
});

type Log = ReturnType<typeof createLog>;

/**
 * Runs until SIGTERM, SIGINT or a fatal error, then drains. A signal during the start aborts it. A second
 * signal ends the process at once.
 */
async function serve({ config }: Call, io: Output): Promise<number> {
  const optimiseAsUsual = delayOptimisation();
  const wallClock = new SystemClock();
  const { settings, warnings } = config();
  const log = createLog(settings, wallClock, io.errors);
  for (const warning of warnings) log.warn(warning);
  endOnUnhandledErrors(log, io);
  const signalled = firstSignal(log, io);
  const stop = new AbortController();
  const stopping = signalled.then((signal) => {
    log.info({ signal }, 'stopping');
    stop.abort();
  });
  const switches = originalClientSwitches(settings);
  if (switches !== undefined) log.info(switches);
  const ports = await boundPorts(settings, wallClock, log);
  const service = await startService({ settings, wallClock, log, ports, stop: stop.signal }, io);
  if (typeof service === 'number') return service;
  optimiseAsUsual();
  const { baseUrl, wsUrl, metricsPort, missing = () => [] } = service;
  const { role, source } = settings;
  const onWaiting = (notReady: readonly string[]) =>
    log.info({ missing: notReady }, 'open, but not ready yet: /readyz answers 503 until nothing is missing');
  if (await untilReady({ missing, clock: wallClock, onWaiting, stop: stop.signal })) {
    log.info({ role, baseUrl, wsUrl, metricsPort, source }, role === undefined ? 'serving' : 'ready');
    const urls = role === undefined || role === 'serve' ? `${baseUrl} ${wsUrl}` : baseUrl;
    io.out(`tidemark ready ${urls}\n`);
  }
  const failure = await Promise.race([stopping, service.failure]);
  await service.close();
  if (failure) throw failure;
  log.info('stopped');
  return 0;
}

interface Start {
  readonly settings: Settings;
  readonly wallClock: Clock;
  readonly log: Log;
  readonly ports: BoundPorts;
  readonly stop: AbortSignal;
}

/** First, because everything else takes time or disk space: an unavailable port ends the start. */
async function boundPorts(settings: Settings, wallClock: Clock, log: Log): Promise<BoundPorts> {
  const binding = bindPorts(settings, wallClock, log);
  const reload = () =>
    binding.then(
      (ports) => ports.reloadTls(log),
      // If the ports could not be bound, the start has failed already.
      () => undefined,
    );
  // Without a listener, SIGHUP would end the process.
  process.on('SIGHUP', () => void reload());
  return binding;
}

/** Returns an exit code if it was stopped during the start, or failed for a reason that is in the log. */
async function startService(start: Start, io: Output): Promise<Service | number> {
  const { role, store, bus } = start.settings;
  if (role === undefined && (store !== undefined || bus !== undefined))
    throw new OperatorError(
      '--store and --bus need --role, which names the part of the service to run. A single process keeps everything in --data',
    );
  const pipeline = role === undefined ? startPipeline(start.settings, SOURCES) : undefined;
  const terminal = io.errors.progress;
  try {
    if (role !== undefined) {
      if (!composeRole) throw new OperatorError('this build runs in one process only: leave out --role');
      return await composeRole({ ...start, sources: SOURCES, ...(terminal && { terminal }) });
    }
    // Loading the service takes half a second of CPU; that thread starts in parallel.
    const { compose } = await import('../../app/compose/compose.ts');
    return await compose({
      ...start,
      sources: SOURCES,
      ...(pipeline && { pipeline }),
      ...(terminal && { terminal }),
    });
  } catch (error) {
    await Promise.all([pipeline?.close(), start.ports.close()]);
    if (start.stop.aborted && error === start.stop.reason) {
      io.errors.progress?.('');
      start.log.info('stopped during the start');
      return 0;
    }
    if (error instanceof OperatorError) throw error;
    start.log.fatal({ err: error }, 'could not start');
    return 1;
  }
}

function endOnUnhandledErrors(log: Log, { errors }: Output): void {
  const end = (error: unknown) => {
    errors.progress?.('');
    log.fatal({ err: error }, 'unhandled error');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

/** One Ctrl-C may send the signal twice: from the terminal, and forwarded by npm. */
const SAME_SIGNAL_MS = 250;

function firstSignal(log: Log, { errors }: Output): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: { readonly signal: NodeJS.Signals; readonly at: Millis } | undefined;
    const onSignal = (signal: NodeJS.Signals) => {
      if (!first) {
        first = { signal, at: monotonicMs() };
        resolve(signal);
      } else if (signal !== first.signal || monotonicMs() - first.at > SAME_SIGNAL_MS) {
        errors.progress?.('');
        log.warn({ signal }, 'stopped immediately');
        process.exit(1);
      }
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
}
