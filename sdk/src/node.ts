// The entry for Node: the same, with its own websocket implementation.
import { Tidemark as PortableTidemark, type TidemarkOptions } from './index.ts';

export * from './index.ts';

export class Tidemark extends PortableTidemark {
  constructor(options: TidemarkOptions = {}) {
    super(options, async () => (await import('./stream/node-socket.ts')).openNodeSocket);
  }
}
