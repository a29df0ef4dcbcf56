import type { ListedKeyUse } from '../../app/operate/control/admin.ts';
import { runStoreCommand } from '../../app/operate/control/store-command.ts';
import { existingDirectory } from '../../app/directory/data-directory.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { action, JSON_OPTION, switchOption, type ActionGroup } from '../command.ts';
import { quoted } from '../output/shown.ts';
import { recordsText, withDates } from '../output/records-text.ts';

export const command: ActionGroup = {
  usual: 'list',
  actions: {
    list: action({
      summary: 'Show the keys that sign tokens and heads, and when each was made and retired',
      about: [
        'A retired key of tokens still verifies what it has signed until that has expired; one of heads is kept for ever. No secret is shown.',
      ],
      options: { json: JSON_OPTION },
      settings: ['data', 'store', 'clusterCredentials'],
      run: async ({ options, config }, io) => {
        const { settings } = config();
        const request = { command: 'keys.list', arguments: {} };
        const listed = (await runStoreCommand(settings, new SystemClock(), request)) as ListedKeyUse[];
        const keys = listed.map(({ kid, use, ...times }) => ({
          kid,
          use,
          ...withDates(times, 'createdAt', 'retiredAt'),
        }));
        const text =
          keys.length === 0 ? 'no keys\n' : recordsText(keys, ['kid', 'use', 'createdAt', 'retiredAt']);
        io.out(options.json ? `${quoted(keys)}\n` : text);
        return 0;
      },
    }),
    rotate: action({
      summary: 'Sign new tokens, or heads, with a new key from now on',
      about: [
        'Tokens that are out stay valid until they expire, long-lived ones also until they are revoked. A key of heads that was rotated stays among those at /.well-known/tidemark-integrity.json for ever, so that what it signed can be checked.',
      ],
      options: {
        integrity: switchOption('Rotate the key that signs heads of the chain of tick records'),
        json: JSON_OPTION,
      },
      settings: ['data', 'store', 'clusterCredentials'],
      run: async ({ options: { integrity, json }, config }, io) => {
        const { settings } = config();
        // A mistyped directory would be made, with a key that nothing is signed with.
        if (settings.store === undefined) existingDirectory(settings.data);
        const request = { command: integrity ? 'keys.rotate-integrity' : 'keys.rotate', arguments: {} };
        const { kid } = (await runStoreCommand(settings, new SystemClock(), request)) as {
          kid: string;
        };
        const use = integrity ? 'heads' : 'tokens';
        const text = `new ${integrity ? 'integrity' : 'signing'} key ${kid}\n`;
        io.out(json ? `${quoted({ kid, use })}\n` : text);
        return 0;
      },
    }),
  },
};
