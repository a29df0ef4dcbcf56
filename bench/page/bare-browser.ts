import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { chromiumPath } from '../support/chromium-path.ts';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--remote-debugging-port=0',
  '--window-size=1440,900',
];
const SIZE = { width: 1440, height: 900 } as const;

/** Results of the calls in this file. */
interface Answer {
  readonly browserContextId?: string;
  readonly targetId?: string;
  readonly sessionId?: string;
  readonly result?: { readonly value?: unknown };
  readonly processInfo?: readonly { readonly cpuTime: number }[];
}

type Reply = { readonly result?: Answer; readonly error?: { readonly message: string } };

/**
 * Chromium without a driver attached. Tools that drive a browser receive every websocket message as an event, which costs
 * more than the page's own work on it, so frames are counted here.
 */
export class BareBrowser {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tidemark-bare-'));
  readonly #process: ChildProcess;
  readonly #replies = new Map<number, (reply: Reply) => void>();
  #socket: WebSocket | undefined;
  #count = 0;

  private constructor(program: string) {
    this.#process = spawn(program, [...FLAGS, `--user-data-dir=${this.#folder}`, 'about:blank']);
  }

  static async launch(): Promise<BareBrowser> {
    const browser = new BareBrowser(await chromiumPath());
    await browser.#connect();
    return browser;
  }

  /** Opens a new page that is shown while `work` runs. */
  async inPage<T>(url: string, work: (page: BarePage) => Promise<T>): Promise<T> {
    const { browserContextId } = await this.#call('Target.createBrowserContext');
    const { targetId } = await this.#call('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      ...SIZE,
    });
    const { sessionId } = await this.#call('Target.attachToTarget', { targetId, flatten: true });
    const page = {
      evaluate: async <V>(expression: string) => {
        const asked = { expression, awaitPromise: true, returnByValue: true };
        const answer = await this.#call('Runtime.evaluate', asked, sessionId);
        return answer.result?.value as V;
      },
    };
    await this.#call('Page.enable', {}, sessionId);
    await this.#call('Page.navigate', { url }, sessionId);
    try {
      return await work(page);
    } finally {
      await this.#call('Target.disposeBrowserContext', { browserContextId });
    }
  }

  /** CPU time of all its processes, in milliseconds. */
  async cpuMs(): Promise<number> {
    const { processInfo = [] } = await this.#call('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + 1000 * cpuTime, 0);
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'close');
    this.#socket?.terminate();
    this.#process.kill('SIGKILL');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #connect(): Promise<void> {
    let said = '';
    const endpoint = await new Promise<string>((resolve, reject) => {
      this.#process.once('exit', () => reject(new Error(`Chromium ended:\n${said}`)));
      this.#process.stderr!.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-4096);
        const url = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
        if (url !== undefined) resolve(url);
      });
    });
    this.#socket = new WebSocket(endpoint, { perMessageDeflate: false });
    this.#socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Reply & { readonly id?: number };
      if (message.id !== undefined) this.#replies.get(message.id)?.(message);
    });
    await once(this.#socket, 'open');
  }

  async #call(method: string, params: object = {}, sessionId?: string): Promise<Answer> {
    const id = ++this.#count;
    const { result, error } = await new Promise<Reply>((resolve) => {
      this.#replies.set(id, resolve);
      this.#socket!.send(
        JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }),
      );
    });
    this.#replies.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }
}

export interface BarePage {
  /** The value of an expression; a promise is awaited. */
  evaluate<V>(expression: string): Promise<V>;
}
