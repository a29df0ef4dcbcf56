import { runCommand } from '../../app/control/admin-access.ts';
import { loadConfig, processEnvironment } from '../../app/config/config.ts';
import { SystemClock } from '../../core/clock.ts';
import { UsageError, type Command, type Output } from '../usage.ts';

const HELP = `tidemark keys rotate [--data DIR]

Signs new tokens with a new key from now on. Tokens that are out stay valid until they expire.
`;

export const keysCommand: Command = {
  help: () => HELP,
  run: keys,
};

async function keys(args: readonly string[], io: Output): Promise<number> {
  const [action, ...rest] = args;
  if (action !== 'rotate') throw new UsageError(`unknown action '${action ?? ''}'\n\n${HELP}`);
  const { settings } = loadConfig({ argv: rest, environment: processEnvironment() });
  const request = { command: 'keys.rotate', arguments: {} };
  const { kid } = (await runCommand(settings.data, new SystemClock(), request)) as { kid: string };
  io.out(`new signing key ${kid}\n`);
  return 0;
}
