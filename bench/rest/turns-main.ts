// Runs the command line with a meter of the event loop. `TURN_METER` is the path of a socket: `start` starts measuring,
// `stop` stops and replies with the longest turn of the loop in between.
import { closeSync, openSync, readSync } from 'node:fs';
import { createServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import { isBetweenTicks } from './tick-window.ts';

/** The longest turn, in milliseconds: CPU time of the thread, which does not depend on other load, and wall time. */
export interface LongestTurn {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** When the turn with most CPU time began, on the clock of CPU profiles (`--cpu-prof`), and how long it took. */
  readonly startMicros: number;
  readonly durationMs: number;
}

const NO_TURN: LongestTurn = { cpuMs: 0, wallMs: 0, startMicros: 0, durationMs: 0 };

/** Measures each turn of the event loop while it is on. */
class TurnMeter {
  readonly #schedstat = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  readonly #buffer = Buffer.alloc(64);
  #longest: LongestTurn = NO_TURN;
  #isOn = false;

  start(): void {
    this.#longest = NO_TURN;
    this.#isOn = true;
    this.#turn(this.#cpuMs(), performance.now());
  }

  stop(): LongestTurn {
    this.#isOn = false;
    return this.#longest;
  }

  close(): void {
    closeSync(this.#schedstat);
  }

  #turn(cpuBefore: number, wallBefore: number): void {
    setImmediate(() => {
      if (!this.#isOn) return;
      const [cpu, wall] = [this.#cpuMs(), performance.now()];
      if (!isBetweenTicks(Date.now())) return this.#turn(cpu, wall);
      const [cpuMs, wallMs] = [cpu - cpuBefore, wall - wallBefore];
      if (cpuMs > this.#longest.cpuMs)
        this.#longest = {
          ...this.#longest,
          cpuMs,
          startMicros: profileMicros() - wallMs * 1000,
          durationMs: wallMs,
        };
      if (wallMs > this.#longest.wallMs) this.#longest = { ...this.#longest, wallMs };
      this.#turn(cpu, wall);
    });
  }

  /** Time on a processor, which the kernel gives in nanoseconds as the first number. */
  #cpuMs(): number {
    const bytes = readSync(this.#schedstat, this.#buffer, 0, this.#buffer.length, 0);
    return Number(this.#buffer.toString('latin1', 0, bytes).split(' ', 1)[0]) / 1e6;
  }
}

function profileMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

const meter = new TurnMeter();
const server = createServer((socket) => {
  socket.on('data', (command) => {
    if (command.toString() === 'start') meter.start();
    socket.write(JSON.stringify(command.toString() === 'stop' ? meter.stop() : {}));
  });
}).listen(process.env['TURN_METER']);
server.unref();
process.once('exit', () => meter.close());

await import('../../src/cli/main.ts');
