import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Millis } from './time.ts';

/** A setting: its kind, its description and its default. */
export interface Setting<T> {
  readonly kind: SettingKind<T>;
  readonly description: string;
  /** If absent, the setting has no value unless one is given. */
  readonly default?: T;
}

export function setting<T>(
  kind: SettingKind<T>,
  fallback: T,
  description: string,
): Setting<T> & { readonly default: T } {
  return { kind, default: fallback, description };
}

export function optional<T>(kind: SettingKind<T>, description: string): Setting<T> {
  return { kind, description };
}

/** How values of this kind are written, parsed and described. All of them are parsed from text. */
export interface SettingKind<T> {
  /** As shown in help: `--port NUMBER`. Empty for switches, which take no value. */
  readonly placeholder: string;
  /** All possible values, if they are few. */
  readonly choices?: readonly string[];
  /** Undefined if the text is not of this kind. */
  readonly parse: (text: string) => T | undefined;
  readonly expects: string;
  /** What is wrong with an invalid text, if there is more to say than `expects`. */
  explainError?(text: string): string | undefined;
  /** The value in the form in which a person would write it; the default is `String(value)`. */
  format?(value: T): string;
  /** For settings that may contain a secret: the text without the secret. The value of such a setting is a string. */
  redact?(text: string): string;
}

export const nonEmptyText: SettingKind<string> = {
  placeholder: 'TEXT',
  parse: (text) => (text === '' ? undefined : text),
  expects: 'must not be empty',
};

export const path: SettingKind<string> = { ...nonEmptyText, placeholder: 'PATH' };

const SWITCH_WORDS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export const toggle: SettingKind<boolean> = {
  placeholder: '',
  parse: (text) => SWITCH_WORDS.get(text.toLowerCase()),
  expects: 'must be true or false',
};

export function wholeNumber(min: number, max: number): SettingKind<number> {
  return {
    placeholder: 'NUMBER',
    parse: (text) => {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
    expects: `must be a whole number from ${min} to ${max}`,
  };
}

export function decimalNumber(min: number, max: number): SettingKind<number> {
  return {
    placeholder: 'NUMBER',
    parse: (text) => {
      const value = /^\d{1,12}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
    expects: `must be a number from ${min} to ${max}`,
  };
}

/** A whole number with a unit. */
export function wholeNumberWithUnit(
  placeholder: string,
  units: ReadonlyMap<string, number>,
  expects: string,
): SettingKind<number> {
  return {
    placeholder,
    parse: (text) => {
      const [, digits, unit = ''] = /^(\d{1,12})([A-Za-z]*)$/.exec(text) ?? [];
      const size = units.get(unit);
      return digits === undefined || size === undefined ? undefined : Number(digits) * size;
    },
    expects,
    format: (value) => {
      const [unit, size] =
        [...units].toSorted(([, a], [, b]) => b - a).find(([, each]) => value % each === 0) ?? [];
      return size === undefined ? String(value) : `${value / size}${unit}`;
    },
  };
}

export const duration: SettingKind<Millis> = wholeNumberWithUnit(
  'DURATION',
  new Map([
    ['s', SECOND_MS],
    ['m', MINUTE_MS],
    ['h', HOUR_MS],
    ['d', DAY_MS],
  ]),
  'must be a whole number of seconds, minutes, hours or days, such as 30s, 90m, 24h or 7d',
);

export function choice<const V extends string>(values: readonly V[]): SettingKind<V> {
  return {
    placeholder: values.join('|'),
    choices: values,
    parse: (text) => values.find((value) => value === text),
    expects: `must be one of ${values.join(', ')}`,
  };
}

/** The command-line form of a setting or option: `baseUrl` becomes `--base-url`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
