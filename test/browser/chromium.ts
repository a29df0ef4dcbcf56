import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { chromiumProgram } from '../../scripts/system-suites.mjs';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // A page behind another one is as fast as one in front.
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--remote-debugging-port=0',
];

/** Throws where there is none. */
export function chromiumPath(): string {
  const program = chromiumProgram();
  if (program === undefined) throw new Error('there is no Chromium: apt-get install chromium-headless-shell');
  return program;
}

/** A name that leads to this machine, as one of DNS rebinding does. */
export const REBOUND_NAME = 'attacker.example';

type Params = Readonly<Record<string, unknown>>;

/** Chromium, driven over its debugging protocol. Only loopback is reached directly. */
export class Chromium {
  /** Whatever the browser wanted from anywhere but loopback. */
  readonly askedElsewhere: string[] = [];
  readonly #profile = mkdtempSync(join(tmpdir(), 'tidemark-chromium-'));
  readonly #elsewhere: Server;
  readonly #events = new EventEmitter();
  readonly #replies = new Map<number, (reply: { result?: Params; error?: { message: string } }) => void>();
  #process: ChildProcess | undefined;
  #socket: WebSocket | undefined;
  #visited: BrowserPage | undefined;
  #count = 0;

  private constructor() {
    this.#elsewhere = createServer((request, response) => {
      this.askedElsewhere.push(request.url ?? '');
      response.writeHead(502).end();
    });
    this.#elsewhere.on('connect', (request, socket) => {
      this.askedElsewhere.push(request.url ?? '');
      socket.destroy();
    });
  }

  /** `reached`: addresses beyond loopback that are reached directly, too. */
  static async launch(reached: readonly string[] = []): Promise<Chromium> {
    const browser = new Chromium();
    browser.#elsewhere.listen(0, '127.0.0.1');
    await once(browser.#elsewhere, 'listening');
    await browser.#start(reached);
    return browser;
  }

  async #start(reached: readonly string[]): Promise<void> {
    const { port } = this.#elsewhere.address() as AddressInfo;
    const reach = [
      `--proxy-server=http://127.0.0.1:${port}`,
      `--proxy-bypass-list=${[REBOUND_NAME, ...reached].join(';')}`,
      `--host-resolver-rules=MAP ${REBOUND_NAME} 127.0.0.1`,
    ];
    const child = spawn(chromiumPath(), [
      ...FLAGS,
      ...reach,
      `--user-data-dir=${this.#profile}`,
      'about:blank',
    ]);
    this.#process = child;
    let said = '';
    const endpoint = await new Promise<string>((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code) => reject(new Error(`chromium ended with ${code}\n${said}`)));
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const url = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
        if (url !== undefined) resolve(url);
      });
    });
    this.#socket = new WebSocket(endpoint, { perMessageDeflate: false });
    this.#socket.on('message', (data: Buffer) => this.#handle(data));
    await once(this.#socket, 'open');
  }

  #handle(data: Buffer): void {
    const message = JSON.parse(data.toString()) as {
      id?: number;
      method?: string;
      params?: Params;
      sessionId?: string;
      result?: Params;
      error?: { message: string };
    };
    if (message.id !== undefined) this.#replies.get(message.id)?.(message);
    else this.#events.emit(`${message.sessionId ?? ''} ${message.method}`, message.params);
  }

  async call(method: string, params: Params = {}, sessionId?: string): Promise<Params> {
    const id = ++this.#count;
    const { result, error } = await new Promise<{ result?: Params; error?: { message: string } }>(
      (resolve) => {
        this.#replies.set(id, resolve);
        this.#socket?.send(
          JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }),
        );
      },
    );
    this.#replies.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }

  on(event: string, listener: (params: Params) => void, sessionId = ''): void {
    this.#events.on(`${sessionId} ${event}`, listener);
  }

  /** Resolves with the next event of this name. */
  next(event: string, sessionId: string): Promise<unknown> {
    return once(this.#events, `${sessionId} ${event}`);
  }

  /** A new page, loaded. */
  async open(url: string): Promise<BrowserPage> {
    const { targetId } = await this.call('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.call('Target.attachToTarget', { targetId, flatten: true });
    const page = new BrowserPage(this, sessionId as string);
    await page.load(url);
    return page;
  }

  /** One page for all who visit, loaded anew as if it were new: a new one would be a process more. */
  async visit(url: string): Promise<BrowserPage> {
    if (!this.#visited) return (this.#visited = await this.open(url));
    await this.#visited.loadAnew(url);
    return this.#visited;
  }

  async close(): Promise<void> {
    this.#socket?.close();
    const ended = this.#process && once(this.#process, 'close');
    this.#process?.kill('SIGKILL');
    await ended;
    this.#elsewhere.close();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** One page. */
export class BrowserPage {
  /** What the page complained about: scripts and styles that were refused or failed. */
  readonly complaints: string[] = [];
  readonly #browser: Chromium;
  readonly #session: string;

  constructor(browser: Chromium, session: string) {
    this.#browser = browser;
    this.#session = session;
    const complain = (params: Params) => void this.complaints.push(JSON.stringify(params));
    browser.on('Runtime.exceptionThrown', complain, session);
    browser.on('Runtime.consoleAPICalled', complain, session);
    browser.on('Log.entryAdded', complain, session);
  }

  async load(url: string): Promise<void> {
    for (const domain of ['Page', 'Runtime', 'Log']) await this.#call(`${domain}.enable`);
    const loaded = this.#browser.next('Page.loadEventFired', this.#session);
    const { errorText, loaderId } = await this.#call('Page.navigate', { url });
    if (errorText !== undefined) throw new Error(`${url}: ${String(errorText)}`);
    // Nothing is loaded where only what is behind `#` differs.
    if (loaderId === undefined) await this.#call('Page.reload');
    await loaded;
  }

  /** Without what went before: complaints, a size and colours. */
  async loadAnew(url: string): Promise<void> {
    await this.#call('Emulation.clearDeviceMetricsOverride');
    await this.#call('Emulation.setEmulatedMedia', { features: [] });
    await this.#call('Page.stopLoading');
    this.complaints.length = 0;
    await this.load(url);
  }

  /** As if the window had this size. */
  async resize(width: number, height: number): Promise<void> {
    const metrics = { width, height, deviceScaleFactor: 1, mobile: false };
    await this.#call('Emulation.setDeviceMetricsOverride', metrics);
  }

  /** As if the system had this scheme of colours. */
  async colours(scheme: 'light' | 'dark'): Promise<void> {
    const features = [{ name: 'prefers-color-scheme', value: scheme }];
    await this.#call('Emulation.setEmulatedMedia', { features });
  }

  /** The value of an expression on the page, waited for. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = (await this.#call('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      allowUnsafeEvalBlockedByCSP: false,
    })) as { result: { value: T }; exceptionDetails?: { exception?: { description?: string } } };
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? expression);
    return result.value;
  }

  /** The value of an expression as soon as it is truthy. */
  until<T>(expression: string): Promise<T> {
    return this.evaluate(`new Promise((resolve) => {
      const look = () => {
        const value = (() => { try { return ${expression}; } catch { return undefined; } })();
        if (value) resolve(value);
        else setTimeout(look, 20);
      };
      look();
    })`);
  }

  text(selector: string): Promise<string> {
    return this.until(`document.querySelector(${JSON.stringify(selector)}).textContent`);
  }

  /** Types into a field as a person does: the page hears of it. */
  async fill(selector: string, value: string): Promise<void> {
    await this.evaluate(`(() => {
      const field = document.querySelector(${JSON.stringify(selector)});
      field.value = ${JSON.stringify(value)};
      field.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);
  }

  /** Presses a key where the focus is, as a keyboard does. */
  async press(key: string, text?: string): Promise<void> {
    const code = { Enter: 13, ArrowDown: 40, ArrowUp: 38, Escape: 27, Tab: 9 }[key] ?? 0;
    const pressed = { key, windowsVirtualKeyCode: code, ...(text === undefined ? {} : { text }) };
    await this.#call('Input.dispatchKeyEvent', { type: 'keyDown', ...pressed });
    await this.#call('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode: code });
  }

  async click(selector: string): Promise<void> {
    await this.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
  }

  #call(method: string, params: Params = {}): Promise<Params> {
    return this.#browser.call(method, params, this.#session);
  }
}
