// A visitor who ignores every limit: each connection sends its next request as soon as the previous response arrives.
import { Agent, request } from 'node:http';

export interface FloodMessage {
  readonly baseUrl: string;
  readonly token: string;
  readonly paths: readonly string[];
  readonly connections: number;
}

process.once('message', ({ baseUrl, token, paths, connections }: FloodMessage) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let sent = 0;
  const send = () => {
    const url = new URL(paths[sent++ % paths.length]!.replace('ROUND', String(sent % 1000)), baseUrl);
    const call = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume();
      answer.once('close', send);
    });
    call.once('error', () => setTimeout(send, 10));
    call.end();
  };
  for (let i = 0; i < connections; i++) send();
  process.send?.({ started: true });
});
process.once('disconnect', () => process.exit());
