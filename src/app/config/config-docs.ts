import type { Config } from './config.ts';
import { settingsWith, variableOf, type Product } from './settings.ts';
import { flagOf, type Setting } from '../../core/setting.ts';

/** docs/reference/configuration.md, from the table of settings. */
export function configurationPage(product: Product): string {
  const rows = [...settingsWith(product)].map(([name, setting]) => {
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
    'Each setting is read from these places, later ones overriding earlier ones: the default, the file named by',
    '`--config FILE` (or `TIDEMARK_CONFIG`), the environment, the command line. The file holds one JSON object with the keys below.',
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

/** Help text for one setting or for all. Undefined if no setting has that key, flag or variable. */
export function explainSettings(product: Product, name?: string): string | undefined {
  const named = [...settingsWith(product)].filter(
    ([key]) => name === undefined || [key, flagOf(key), variableOf(key)].includes(name),
  );
  if (named.length === 0) return undefined;
  const texts = named.map(([key, setting]) => {
    const fallback = shownDefault(setting);
    return [
      `${flagOf(key)} ${setting.kind.placeholder}`.trimEnd(),
      `  ${setting.description}`,
      `  variable ${variableOf(key)}, key ${key}${fallback === undefined ? '' : `, default ${fallback}`}`,
      '',
    ].join('\n');
  });
  return texts.join('\n');
}

/** Every value and its origin, as JSON, with secrets concealed. */
export function printConfig({ settings, origins, table }: Config): string {
  const shown = (name: string, value: unknown) => {
    const { redact, format = String } = table.get(name)?.kind ?? {};
    if (redact) return redact(format(value));
    // The configuration file accepts lists of strings; other structured values are printed as the user writes
    // them.
    return isStructured(value) ? format(value) : value;
  };
  const names = [...table.keys()].filter((name) => settings[name] !== undefined);
  const entries = names.map((name) => [name, { value: shown(name, settings[name]), from: origins[name] }]);
  return JSON.stringify(Object.fromEntries(entries), undefined, 2);
}

function isStructured(value: unknown): boolean {
  const members: readonly unknown[] = Array.isArray(value) ? value : [value];
  return members.length === 0 || members.some((each) => typeof each === 'object' && each !== null);
}

function defaultOf(setting: Setting<unknown>): string {
  const fallback = shownDefault(setting);
  return fallback === undefined ? '' : `\`${fallback}\``;
}

function shownDefault({ kind, default: fallback }: Setting<unknown>): string | undefined {
  if (fallback === undefined) return undefined;
  return kind.format?.(fallback) ?? String(fallback);
}
