import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromSubscriber } from './subscriber-process.ts';

const MODULE = fileURLToPath(new URL('./subscriber-process.js', import.meta.url));
type Received = Extract<FromSubscriber, { kind: 'received' }>;

/** A process that subscribes to the bus and reports the messages it has received. */
export class SubscribedNode {
  readonly #child: ChildProcess;
  readonly #received: Received[] = [];
  #wake: () => void = () => undefined;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (message: FromSubscriber) => {
      if (message.kind === 'received') this.#received.push(message);
      this.#wake();
    });
  }

  static async start(url: string): Promise<SubscribedNode> {
    const child = fork(MODULE, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const node = new SubscribedNode(child);
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`a subscribed node ended with ${String(code)}`);
    });
    ended.catch(() => undefined);
    child.send({ url });
    await Promise.race([once(child, 'message'), ended]);
    return node;
  }

  /** Resolves with the messages received for that instant once there are `count` of them. */
  async messagesOf(at: number, count: number): Promise<readonly Received[]> {
    for (;;) {
      const own = this.#received.filter((received) => received.at === at);
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
