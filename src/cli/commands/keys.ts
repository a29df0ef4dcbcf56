import type { ListedKeyUse } from '../../app/operate/control/admin.ts';
import { runStoreCommand } from '../../app/operate/control/store-command.ts';
import { existingDirectory } from '../../app/directory/data-directory.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { action, JSON_OPTION, switchOption, type ActionGroup } from '../command.ts';
import { quoted } from '../output/shown.ts';
import { recordsText, withDates } from '../output/records-text.ts';

export const command: ActionGroup = {
  defaultAction: 'list',
  actions: {
    list: action({
      summary: 'List the keys that sign tokens and heads, with the times of their creation and retirement',
      about: [
        'A retired token key still verifies its tokens until they expire; a retired key that signed heads is kept permanently. Secrets are not shown.',
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
        'Existing tokens stay valid until they expire, and long-lived ones until they are revoked. A rotated key that signed heads stays permanently in the list at /.well-known/tidemark-integrity.json, so that its signatures can be checked.',
      ],
      options: {
        integrity: switchOption('Rotate the key that signs heads of the chain of tick records'),
        json: JSON_OPTION,
      },
      settings: ['data', 'store', 'clusterCredentials'],
      run: async ({ options: { integrity, json }, config }, io) => {
        const { settings } = config();
        // Otherwise a mistyped directory would be created, with an unused key.
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
