import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromHearing } from './hearing-process.ts';

const MODULE = fileURLToPath(new URL('./hearing-process.js', import.meta.url));
type Heard = Extract<FromHearing, { kind: 'heard' }>;

/** A process that subscribes to the bus and reports the messages it has received. */
export class HearingNode {
  readonly #child: ChildProcess;
  readonly #heard: Heard[] = [];
  #wake: () => void = () => undefined;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (message: FromHearing) => {
      if (message.kind === 'heard') this.#heard.push(message);
      this.#wake();
    });
  }

  static async start(url: string): Promise<HearingNode> {
    const child = fork(MODULE, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const node = new HearingNode(child);
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`a node that hears ended with ${String(code)}`);
    });
    ended.catch(() => undefined);
    child.send({ url });
    await Promise.race([once(child, 'message'), ended]);
    return node;
  }

  /** Resolves with the messages received for that instant once there are `count` of them. */
  async heardOf(at: number, count: number): Promise<readonly Heard[]> {
    for (;;) {
      const own = this.#heard.filter((heard) => heard.at === at);
      if (own.length >= count) return own;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }
}
