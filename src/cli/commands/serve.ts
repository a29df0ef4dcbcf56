import { composeRole } from '../../app/compose/product.ts';
import { SOURCES } from '../../app/compose/source-table.ts';
import { bindPorts, type BoundPorts } from '../../app/compose/bound-ports.ts';
import type { Service } from '../../app/compose/compose.ts';
import { createLog } from '../../app/operate/terminal/log.ts';
import { optimiseLater } from '../../app/process/optimise-later.ts';
import { startPipeline } from '../../app/pipeline/pipeline.ts';
import type { Settings } from '../../app/config/settings.ts';
import { monotonicMs, SystemClock, type Clock } from '../../core/clocks/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import type { Millis } from '../../core/time.ts';
import { action, type Call, type Output } from '../command.ts';

export const command = action({
  about: [
    'Without options it serves a simulated market on http://127.0.0.1:8080 with the data directory ./data.',
    "SIGTERM and SIGINT stop the service. SIGHUP has it read certificate and key again, and never ends it: it goes on when the terminal that it was started from is closed. 'tidemark status' tells its process id.",
  ],
  settings: 'all',
  ends: [
    [0, 'where it was stopped'],
    [1, 'where it could not start or go on'],
  ],
  examples: ['tidemark serve --port 8080 --data /srv/tidemark', 'tidemark serve --source live'],
  run: serve,
});

type Log = ReturnType<typeof createLog>;

/**
 * Runs until SIGTERM or SIGINT, or until it cannot go on, then drains; a start that is under way is given up. A second signal ends
 * the process at once.
 */
async function serve({ config }: Call, io: Output): Promise<number> {
  const optimiseAsUsual = optimiseLater();
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
  const ports = await boundPorts(settings, wallClock, log);
  const service = await startService({ settings, wallClock, log, ports, stop: stop.signal }, io);
  if (typeof service === 'number') return service;
  optimiseAsUsual();
  const { baseUrl, wsUrl, metricsPort } = service;
  const { role, source } = settings;
  log.info({ role, baseUrl, wsUrl, metricsPort, source }, role === undefined ? 'serving' : 'ready');
  const reached = role === undefined || role === 'serve' ? `${baseUrl} ${wsUrl}` : baseUrl;
  io.out(`tidemark ready ${reached}\n`);
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

/** Before anything that takes time or room: where a port cannot be had, that is all that happens. */
async function boundPorts(settings: Settings, wallClock: Clock, log: Log): Promise<BoundPorts> {
  const binding = bindPorts(settings, wallClock, log);
  const reload = () =>
    binding.then(
      (ports) => ports.reloadTls(log),
      // Where they could not be bound, the start has ended.
      () => undefined,
    );
  // Without a listener the signal ends the process, which it never may.
  process.on('SIGHUP', () => void reload());
  return binding;
}

/** An exit code where it was stopped before it had started, or failed for a reason that is in the log. */
async function startService(start: Start, io: Output): Promise<Service | number> {
  const { role, store, bus } = start.settings;
  if (role === undefined && (store !== undefined || bus !== undefined))
    throw new OperatorError(
      '--store and --bus are for the parts of a service: --role says which one this is. One process keeps everything in --data',
    );
  const pipeline = role === undefined ? startPipeline(start.settings, SOURCES) : undefined;
  const terminal = io.errors.progress;
  try {
    if (role !== undefined) {
      if (!composeRole) throw new OperatorError('this version runs in one process: leave --role out');
      return await composeRole({ ...start, sources: SOURCES, ...(terminal && { terminal }) });
    }
    // Loading the service takes half a second of CPU; that thread prepares itself meanwhile.
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
      start.log.info('stopped before it had started');
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

/** One Ctrl-C may come twice: from the terminal, and forwarded by npm. */
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
        log.warn({ signal }, 'stopped at once');
        process.exit(1);
      }
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
}
