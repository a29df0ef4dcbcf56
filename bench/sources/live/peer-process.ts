import { setTimeout as delay } from 'node:timers/promises';
import { ccxtClient } from '../../../test/support/rig/ccxt-client.ts';
import { rigDialler } from '../../../test/support/rig/rig-dialler.ts';

// What a program would do with ccxt alone: `fetchTickers` of each exchange, with the same responses over the network.

export interface PeerInput {
  readonly port: number;
  readonly exchanges: readonly string[];
  readonly cycles: number;
}

export interface PeerReply {
  /** Of all cycles together. */
  readonly cpuMs: number;
  readonly tickers: number;
  readonly memoryMb: number;
}

process.once('message', (input: PeerInput) => void run(input));
process.once('disconnect', () => process.exit(0));

async function run({ port, exchanges, cycles }: PeerInput): Promise<void> {
  const dispatcher = rigDialler(port);
  const clients = await Promise.all(exchanges.map((id) => ccxtClient(id, dispatcher)));
  for (const client of clients) await client.loadMarkets();
  let [cpuMs, tickers] = [0, 0];
  // The first one also compiles, and is not counted.
  for (let cycle = 0; cycle <= cycles; cycle++) {
    const before = process.cpuUsage();
    let read = 0;
    for (const client of clients) read += Object.keys(await client.fetchTickers()).length;
    const { user, system } = process.cpuUsage(before);
    if (cycle > 0) {
      cpuMs += (user + system) / 1000;
      tickers += read;
    }
    await delay(500);
  }
  const reply: PeerReply = { cpuMs, tickers, memoryMb: process.memoryUsage.rss() / 1e6 };
  process.send?.(reply);
}
