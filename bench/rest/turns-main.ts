// The command line of the product with a meter of its event loop. `TURN_METER` is the path of a socket: `start` begins to measure,
// `stop` ends it and answers with the longest turn of the loop in between.
import { closeSync, openSync, readSync } from 'node:fs';
import { createServer } from 'node:net';
import { performance } from 'node:perf_hooks';

/** The longest turn, in milliseconds: CPU time of the thread, which a busy machine does not change, and wall time. */
export interface LongestTurn {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** Runs in every turn of the event loop while it measures. */
class TurnMeter {
  readonly #schedstat = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  readonly #buffer = Buffer.alloc(64);
  #longest = { cpuMs: 0, wallMs: 0 };
  #isOn = false;

  start(): void {
    this.#longest = { cpuMs: 0, wallMs: 0 };
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
      this.#longest.cpuMs = Math.max(this.#longest.cpuMs, cpu - cpuBefore);
      this.#longest.wallMs = Math.max(this.#longest.wallMs, wall - wallBefore);
      this.#turn(cpu, wall);
    });
  }

  /** Time on a processor, which the kernel gives in nanoseconds as the first number. */
  #cpuMs(): number {
    const bytes = readSync(this.#schedstat, this.#buffer, 0, this.#buffer.length, 0);
    return Number(this.#buffer.toString('latin1', 0, bytes).split(' ', 1)[0]) / 1e6;
  }
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
