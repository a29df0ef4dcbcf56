import { wholeNumber, type SettingKind } from '../core/setting.ts';

/** How many records are wanted; `all` is no limit. */
export const limit: SettingKind<number> = {
  placeholder: 'NUMBER|all',
  parse: (text) => (text === 'all' ? Infinity : wholeNumber(1, 1e9).parse(text)),
  expects: 'must be a whole number from 1, or all',
  show: (count) => (count === Infinity ? 'all' : String(count)),
};
