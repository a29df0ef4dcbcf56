import type { FromServer, ToServer } from './messages.ts';
import { startPeerServer } from './peer-server.ts';
import { startStreamServer } from './stream-server.ts';

const say = (message: FromServer) => process.send?.(message);
let prepare: (() => () => FromServer) | undefined;
let tick: (() => FromServer) | undefined;

process.on('message', (message: ToServer) => {
  if (message.kind === 'prepare') {
    tick = prepare?.();
    say({ kind: 'prepared' });
    return;
  }
  if (message.kind === 'tick') {
    if (tick) say(tick());
    return;
  }
  const starting = message.server === 'tidemark' ? startStreamServer(say) : startPeerServer(message.server);
  void starting.then((started) => {
    ({ prepare } = started);
    say(started.ready);
  });
});
process.on('disconnect', () => process.exit(0));
