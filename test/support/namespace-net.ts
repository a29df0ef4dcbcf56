import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = (...args: readonly string[]) => promisify(execFile)('ip', args);

/** A simulated machine in the network: one address on the bridge, and a link that can be disconnected. */
export interface NamespaceHost {
  readonly address: string;
  /** Prefix of a command that is to run there. */
  readonly command: readonly string[];
  /** Its packets reach nothing and none reaches it; it gets no notice. */
  partition(): Promise<void>;
  heal(): Promise<void>;
}

/** Network namespaces that reach each other and this machine over a bridge. Needs root and Debian's iproute2. */
export class NamespaceNet {
  readonly #name: string;
  readonly #subnet: string;
  readonly #namespaces: string[] = [];

  private constructor(name: string, subnet: string) {
    this.#name = name;
    this.#subnet = subnet;
  }

  /** Whether this machine permits it. */
  static get isPossible(): boolean {
    if (process.getuid?.() !== 0 || !existsSync('/usr/sbin/ip')) return false;
    const name = `tmprobe${process.pid}`;
    try {
      execFileSync('ip', ['netns', 'add', name], { stdio: 'ignore' });
      execFileSync('ip', ['netns', 'del', name], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  }

  static async create(): Promise<NamespaceNet> {
    const number = process.pid % 250;
    const net = new NamespaceNet(`tmbr${process.pid}`, `10.213.${number}`);
    await run('link', 'add', net.#name, 'type', 'bridge');
    await run('addr', 'add', `${net.address}/24`, 'dev', net.#name);
    await run('link', 'set', net.#name, 'up');
    return net;
  }

  /** Address of this machine for the namespaces. */
  get address(): string {
    return `${this.#subnet}.1`;
  }

  async add(): Promise<NamespaceHost> {
    const number = this.#namespaces.length + 1;
    const name = `tm${process.pid}n${number}`;
    const address = `${this.#subnet}.${number + 1}`;
    // Names of links have 15 letters at most.
    const [outer, inner] = [`tm${process.pid}o${number}`, `tm${process.pid}i${number}`];
    await run('netns', 'add', name);
    this.#namespaces.push(name);
    await run('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner);
    await run('link', 'set', inner, 'netns', name);
    await run('link', 'set', outer, 'master', this.#name, 'up');
    await run('-n', name, 'addr', 'add', `${address}/24`, 'dev', inner);
    await run('-n', name, 'link', 'set', inner, 'up');
    await run('-n', name, 'link', 'set', 'lo', 'up');
    return {
      address,
      command: ['ip', 'netns', 'exec', name],
      partition: async () => void (await run('link', 'set', outer, 'nomaster')),
      heal: async () => void (await run('link', 'set', outer, 'master', this.#name)),
    };
  }

  /** Processes in it must have ended. */
  async remove(): Promise<void> {
    for (const name of this.#namespaces.splice(0)) await run('netns', 'del', name);
    await run('link', 'del', this.#name);
  }
}
