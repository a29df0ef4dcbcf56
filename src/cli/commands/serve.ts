import type { Service } from '../../app/compose.ts';
import { loadConfig, processEnvironment } from '../../app/config.ts';
import { settingsHelp } from '../../app/config-docs.ts';
import { createLog } from '../../app/log.ts';
import { startPipeline } from '../../app/pipeline.ts';
import { SystemClock } from '../../core/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import type { Command, Output } from '../usage.ts';

export const serveCommand: Command = {
  help: () =>
    `tidemark serve [options]\n\n  --config FILE                  JSON file with settings\n${settingsHelp()}\n`,
  run: serve,
};

type Log = ReturnType<typeof createLog>;

/** Runs until SIGTERM or SIGINT, then drains. A second signal ends the process at once. */
async function serve(args: readonly string[], io: Output): Promise<number> {
  const wallClock = new SystemClock();
  const { settings, warnings } = loadConfig({ argv: args, environment: processEnvironment() });
  const log = createLog(settings, wallClock);
  for (const warning of warnings) log.warn(warning);
  endOnUnhandledErrors(log);
  const signalled = firstSignal(log);
  const pipeline = startPipeline(settings);
  let service: Service;
  try {
    // Loading the service takes half a second of CPU; that thread prepares itself meanwhile.
    const { compose } = await import('../../app/compose.ts');
    service = await compose({ settings, wallClock, log, pipeline, ...terminalOf(process.stderr) });
  } catch (error) {
    await pipeline.close();
    if (error instanceof OperatorError) throw error;
    log.fatal({ err: error }, 'could not start');
    return 1;
  }
  const { baseUrl, wsUrl, metricsPort } = service;
  log.info({ baseUrl, wsUrl, metricsPort, source: settings.source, world: settings.world }, 'serving');
  io.out(`tidemark ready ${baseUrl} ${wsUrl}\n`);
  const signal = await signalled;
  log.info({ signal }, 'stopping');
  await service.close();
  log.info('stopped');
  return 0;
}

/** A bar is for somebody who looks; in a file it would be rubbish. */
export function terminalOf(stream: NodeJS.WriteStream): { terminal?: (text: string) => void } {
  return stream.isTTY ? { terminal: (text) => void stream.write(text) } : {};
}

function endOnUnhandledErrors(log: Log): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'unhandled error');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

function firstSignal(log: Log): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let stopping = false;
    const onSignal = (signal: NodeJS.Signals) => {
      if (stopping) {
        log.warn({ signal }, 'stopped at once');
        process.exit(1);
      }
      stopping = true;
      resolve(signal);
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
}
