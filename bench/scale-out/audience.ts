import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CrowdResult, FromFarm, ToFarm } from '../stream/messages.ts';
import { tokenRequestBody, type ServiceProcess } from '../support/service-process.ts';

/** Subscribed indices per client. */
const INDICES = 5;
const FARM = new URL('../stream/farm-process.js', import.meta.url);

/** The clients of one service process. They run in a separate process, which checks every message. */
export class Audience {
  readonly #service: ServiceProcess;
  readonly #farm: ChildProcess = fork(fileURLToPath(FARM), [], { stdio: 'inherit' });
  readonly #exited = once(this.#farm, 'exit');
  #count = 0;

  constructor(service: ServiceProcess) {
    this.#service = service;
  }

  /** Adds clients up to this number. */
  async growTo(clients: number): Promise<void> {
    const more = clients - this.#count;
    if (more <= 0) return;
    const { port } = this.#service;
    const [token, indexIds] = [await this.#token(), await this.#indexIds()];
    const crowd = { name: `up to ${clients}`, clients: more, indexTypes: [], indices: INDICES };
    await this.#ask(
      { kind: 'connect', port, token, socketIo: false, crowd, indexIds, names: [], messagesPerTick: INDICES },
      'connected',
    );
    this.#count = clients;
  }

  /** How the clients received the tick that was due at this time. */
  async received(at: number, patienceMs: number): Promise<readonly CrowdResult[]> {
    if (this.#count === 0) return [];
    return (await this.#ask({ kind: 'await', at, patienceMs }, 'received')).crowds;
  }

  async leave(): Promise<void> {
    this.#farm.disconnect();
    await this.#exited;
  }

  async #ask<Kind extends FromFarm['kind']>(message: ToFarm, kind: Kind) {
    type Reply = Extract<FromFarm, { readonly kind: Kind }>;
    this.#farm.send(message);
    for (;;) {
      const [reply] = (await Promise.race([once(this.#farm, 'message'), this.#exited])) as [FromFarm?];
      if (!reply || typeof reply === 'number') throw new Error('the process with the clients has ended');
      if (reply.kind === kind) return reply as Reply;
    }
  }

  async #token(): Promise<string> {
    const { baseUrl, wsUrl } = this.#service;
    const answer = await fetch(`${baseUrl}/v3/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: tokenRequestBody(wsUrl),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  async #indexIds(): Promise<string[]> {
    const headers = { authorization: `Bearer ${await this.#service.token()}` };
    const answer = await fetch(`${this.#service.baseUrl}/v3/index-ticker?indexType=GWA`, { headers });
    const { content } = (await answer.json()) as { content: { indexId: string }[] };
    return content.map(({ indexId }) => indexId);
  }
}
