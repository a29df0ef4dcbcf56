import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

// Preloaded in every process and thread of a service; profiles it for a while. Node's own `--cpu-prof` covers neither child
// processes of a service nor threads that are terminated from outside.

const { folder, fromMs, untilMs } = JSON.parse(process.env['BENCH_PROFILE'] ?? '{}') as {
  readonly folder: string;
  readonly fromMs: number;
  readonly untilMs: number;
};
const session = new Session();
session.connect();
session.post('Profiler.enable');
setTimeout(() => session.post('Profiler.start'), fromMs).unref();
setTimeout(() => {
  session.post('Profiler.stop', (error, stopped) => {
    if (error) throw error;
    writeFileSync(join(folder, `${process.pid}-${threadId}.json`), JSON.stringify(stopped.profile));
  });
}, untilMs).unref();
