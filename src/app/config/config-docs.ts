import type { Config } from './config.ts';
import { flagOf, SETTING_NAMES, settingOf, variableOf } from './settings.ts';

/** docs/configuration.md, from the table of settings. */
export function configurationPage(): string {
  const rows = SETTING_NAMES.map((name) => {
    const { kind, description } = settingOf(name);
    const flag = kind.placeholder === '' ? flagOf(name) : `${flagOf(name)} ${kind.placeholder}`;
    const cells = [flag.replaceAll('|', '\\|'), variableOf(name), name].map((cell) => `\`${cell}\``);
    return `| ${cells.join(' | ')} | ${defaultOf(name)} | ${description} |`;
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
  return SETTING_NAMES.map((name) => {
    const { kind, description } = settingOf(name);
    const fallback = shownDefault(name);
    const suffix = fallback === undefined ? '' : ` (${fallback})`;
    return `  ${`${flagOf(name)} ${kind.placeholder}`.trimEnd().padEnd(30)} ${description}${suffix}`;
  }).join('\n');
}

/** Every value and its origin, as JSON. Settings hold no secrets, only the paths to them. */
export function printConfig({ settings, origins }: Config): string {
  const entries = SETTING_NAMES.filter((name) => settings[name] !== undefined).map((name) => [
    name,
    { value: settings[name], from: origins[name] },
  ]);
  return JSON.stringify(Object.fromEntries(entries), undefined, 2);
}

function defaultOf(name: (typeof SETTING_NAMES)[number]): string {
  const fallback = shownDefault(name);
  return fallback === undefined ? '' : `\`${fallback}\``;
}

/** As a person would type it. */
function shownDefault(name: (typeof SETTING_NAMES)[number]): string | undefined {
  const { kind, default: fallback } = settingOf(name);
  if (fallback === undefined) return undefined;
  return (kind.show as ((value: unknown) => string) | undefined)?.(fallback) ?? String(fallback);
}
