import { PRODUCT } from '../../app/compose/product.ts';
import { configurationPage, explainSettings, printConfig } from '../../app/config/config-docs.ts';
import { settingsWith, variableOf } from '../../app/config/settings.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import { flagOf } from '../../core/setting.ts';
import { action, UsageError, type ActionGroup, type Call, type Output } from '../command.ts';

export const command: ActionGroup = {
  actions: {
    check: action({
      summary: 'Report every problem with the configuration and the files that it names; starts nothing',
      settings: ['data'],
      run: (call, io) => {
        loadWithWarnings(call, io);
        io.out('the configuration is valid\n');
        return 0;
      },
    }),
    print: action({
      summary: 'Show every value and where it came from, as JSON',
      settings: ['data'],
      run: (call, io) => {
        io.out(`${printConfig(loadWithWarnings(call, io))}\n`);
        return 0;
      },
    }),
    explain: action({
      summary: 'Explain one setting and how to set it, or all of them',
      positionals: [
        {
          name: 'NAME',
          about: 'The key, flag or variable of a setting',
          isOptional: true,
          missingMessage: 'name one setting, by its key, flag or variable',
        },
      ],
      isPlain: true,
      examples: ['tidemark config explain maxDisk', 'tidemark config explain --max-disk'],
      run: ({ positionals: [name] }, io) => {
        io.out(explained(name));
        return 0;
      },
    }),
    docs: action({
      summary: 'Print the page that documents every setting',
      run: (_call, io) => {
        io.out(configurationPage(PRODUCT));
        return 0;
      },
    }),
  },
};

function loadWithWarnings({ config }: Call, io: Output) {
  const loaded = config();
  for (const warning of loaded.warnings) io.err(`warning: ${warning}\n`);
  return loaded;
}

function explained(name: string | undefined): string {
  const text = explainSettings(PRODUCT, name);
  if (text !== undefined) return text;
  const known = [...settingsWith(PRODUCT).keys()].flatMap((key) => [key, flagOf(key), variableOf(key)]);
  const meant = didYouMean(name ?? '', known) || ": 'tidemark config explain' shows all";
  throw new UsageError(`unknown setting ${name}${meant}`);
}
