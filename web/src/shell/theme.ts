import { signal, type Signal } from '@preact/signals';
import type { PageStorage } from '../data/page-storage.ts';

export type Theme = 'system' | 'dark' | 'light';

const KEY = 'tidemark.theme';
export const THEMES: readonly Theme[] = ['system', 'dark', 'light'];

/** The reader's colour theme, stored for the next visit and applied from here on. */
export function keptTheme(storage: PageStorage, root: HTMLElement): Signal<Theme> {
  const kept = storage.getItem(KEY);
  const theme = signal<Theme>(THEMES.find((each) => each === kept) ?? 'system');
  theme.subscribe((chosen) => {
    if (chosen === 'system') {
      delete root.dataset['theme'];
      storage.removeItem(KEY);
    } else {
      root.dataset['theme'] = chosen;
      storage.setItem(KEY, chosen);
    }
  });
  return theme;
}
