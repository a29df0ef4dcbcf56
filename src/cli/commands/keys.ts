import { runCommand } from '../../app/control/admin-access.ts';
import { existingDirectory } from '../../app/directory/data-directory.ts';
import { loadConfig, processEnvironment } from '../../app/config/config.ts';
import { SystemClock } from '../../core/clock.ts';
import { takeOptions } from '../options.ts';
import { UsageError, type Command, type Output } from '../usage.ts';

const HELP = `tidemark keys rotate [--integrity] [--data DIR]

Signs new tokens with a new key from now on. Tokens that are out stay valid until they expire.
With --integrity, signs heads of the chain of tick records with a new key from now on. The one before stays among those at
/.well-known/tidemark-integrity.json for ever, so that what it signed can be checked.
`;

export const keysCommand: Command = {
  help: () => HELP,
  run: keys,
};

async function keys(args: readonly string[], io: Output): Promise<number> {
  const [action, ...rest] = args;
  if (action !== 'rotate') throw new UsageError(`unknown action '${action ?? ''}'\n\n${HELP}`);
  const { options, positional, others } = takeOptions(rest, { values: [], switches: ['--integrity'] });
  if (positional.length > 0) throw new UsageError(`unexpected '${positional[0]}'\n\n${HELP}`);
  const { settings } = loadConfig({ argv: others, environment: processEnvironment() });
  // A mistyped directory would be made, with a key that nothing is signed with.
  existingDirectory(settings.data);
  const ofHeads = options.has('--integrity');
  const request = { command: ofHeads ? 'keys.rotate-integrity' : 'keys.rotate', arguments: {} };
  const { kid } = (await runCommand(settings.data, new SystemClock(), request)) as { kid: string };
  io.out(`new ${ofHeads ? 'integrity' : 'signing'} key ${kid}\n`);
  return 0;
}
