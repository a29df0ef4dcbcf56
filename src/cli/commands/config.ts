import { loadConfig, processEnvironment } from '../../app/config/config.ts';
import { configurationPage, printConfig } from '../../app/config/config-docs.ts';
import { UsageError, type Command, type Output } from '../usage.ts';

const HELP = `tidemark config check|print [settings]
tidemark config docs

check  reports every problem with the configuration and starts nothing
print  shows every value and where it came from, as JSON
docs   writes the page that explains every setting
`;

export const configCommand: Command = {
  help: () => HELP,
  run: config,
};

async function config(args: readonly string[], io: Output): Promise<number> {
  const [action, ...rest] = args;
  if (action === 'docs') {
    io.out(configurationPage());
    return 0;
  }
  if (action !== 'check' && action !== 'print')
    throw new UsageError(`unknown action '${action ?? ''}'\n\n${HELP}`);
  const loaded = loadConfig({ argv: rest, environment: processEnvironment() });
  for (const warning of loaded.warnings) io.err(`warning: ${warning}\n`);
  io.out(action === 'check' ? 'the configuration is valid\n' : `${printConfig(loaded)}\n`);
  return 0;
}
