import type { Config } from './config.ts';
import { flagOf, settingsWith, variableOf } from './settings.ts';
import type { Setting } from '../../core/setting.ts';
import { SOURCES } from '../../sources/table.ts';

/** docs/configuration.md, from the table of settings. */
export function configurationPage(): string {
  const rows = [...settingsWith(SOURCES)].map(([name, setting]) => {
    const { kind, description } = setting;
    const flag = kind.placeholder === '' ? flagOf(name) : `${flagOf(name)} ${kind.placeholder}`;
    const cells = [flag.replaceAll('|', '\\|'), variableOf(name), name].map((cell) => `\`${cell}\``);
    return `| ${cells.join(' | ')} | ${defaultOf(setting)} | ${description} |`;
  });
  return [
    '# Configuration',
    '',
    'Generated from the table of settings by `npm run docs`; do not edit by hand.',
    '',
    'A value comes from, in rising order of weight: the default, the file named by `--config FILE`',
    '(or `TIDEMARK_CONFIG`), the environment, the command line. The file holds one JSON object with the keys below.',
    'Switches take no value on the command line: `--access-log`, `--no-access-log`.',
    'All problems are reported at once; `tidemark config check` reports them without starting anything, and',
    '`tidemark config print` shows every value and where it came from.',
    '',
    '| flag | variable | key | default | meaning |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** `--help` of `serve`. */
export function settingsHelp(): string {
  const lines = [...settingsWith(SOURCES)].map(([name, setting]) => {
    const { kind, description } = setting;
    const fallback = shownDefault(setting);
    const suffix = fallback === undefined ? '' : ` (${fallback})`;
    return `  ${`${flagOf(name)} ${kind.placeholder}`.trimEnd().padEnd(30)} ${description}${suffix}`;
  });
  return lines.join('\n');
}

/** Every value and its origin, as JSON. Settings hold no secrets, only the paths to them. */
export function printConfig({ settings, origins, table }: Config): string {
  const names = [...table.keys()].filter((name) => settings[name] !== undefined);
  const entries = names.map((name) => [name, { value: settings[name], from: origins[name] }]);
  return JSON.stringify(Object.fromEntries(entries), undefined, 2);
}

function defaultOf(setting: Setting<unknown>): string {
  const fallback = shownDefault(setting);
  return fallback === undefined ? '' : `\`${fallback}\``;
}

/** As a person would type it. */
function shownDefault({ kind, default: fallback }: Setting<unknown>): string | undefined {
  if (fallback === undefined) return undefined;
  return kind.show?.(fallback) ?? String(fallback);
}
