import { readVersion } from '../../app/process/version.ts';
import { McpServer } from '../../mcp/mcp-server.ts';
import { CONNECTION_OPTIONS } from '../client/connection-options.ts';
import { withService } from '../client/with-service.ts';
import { action } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { RemoteService } from '../mcp/remote-service.ts';
import { StdioSession } from '../mcp/stdio-session.ts';

export const command = action({
  about: [
    'Serves the Model Context Protocol on standard input and output, for a host such as Claude Desktop, an editor or an agent, which starts it: models can then look up prices with their receipts. It is read-only. Values are recomputed on this machine.',
    'docs/use/mcp.md has the configuration for common hosts. The service does not have to run yet when the command starts.',
  ],
  options: CONNECTION_OPTIONS,
  examples: ['tidemark mcp', 'tidemark mcp --profile desk'],
  run: (call, io) =>
    withService(call, io, async (service) => {
      // A service that is silent for a while must not end the session of a host.
      service.retryForever();
      const { signal, write } = service;
      const session = new StdioSession({
        server: new McpServer(readVersion()),
        serviceFor: (ended) => new RemoteService(service, ended),
        write: (text) => write(`${text}\n`),
        report: (error) => io.err(`tidemark: ${error instanceof Error ? error.message : String(error)}\n`),
        signal,
      });
      const { stdin } = process;
      const stop = () => void stdin.destroy();
      signal.addEventListener('abort', stop, { once: true });
      try {
        await session.run(stdin.setEncoding('utf8') as AsyncIterable<string>);
      } finally {
        stop();
        // Not the error of a standard input that was closed for it.
        signal.throwIfAborted();
      }
      return EXIT.ok;
    }),
});
