// Dark, light or system theme: the choice is shared with the page at `/`. Not a module, so that it is applied
// before the first paint.
(() => {
  const KEY = 'tidemark.theme';
  const TITLES = { system: 'System colours', dark: 'Dark', light: 'Light' };
  /** @typedef {keyof typeof TITLES} Theme */
  const THEMES = /** @type {Theme[]} */ (Object.keys(TITLES));
  /** @type {Readonly<Record<Theme, string[]>>} */
  const PATHS = {
    system: ['M8 2.8a5.2 5.2 0 1 0 0 10.4a5.2 5.2 0 1 0 0-10.4Z', 'M8 2.8a5.2 5.2 0 0 1 0 10.4Z'],
    dark: ['', 'M13 9.8A5.5 5.5 0 1 1 6.2 3a4.4 4.4 0 0 0 6.8 6.8Z'],
    light: [
      'M8 1.5v1.8M8 12.7v1.8M1.5 8h1.8M12.7 8h1.8M3.4 3.4l1.3 1.3M11.3 11.3l1.3 1.3M3.4 12.6l1.3-1.3M11.3 4.7l1.3-1.3',
      'M8 5.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6Z',
    ],
  };
  const root = document.documentElement;

  /** Undefined if the browser blocks storage for this site. */
  function storage() {
    try {
      return localStorage;
    } catch (error) {
      if (error instanceof DOMException) return undefined;
      throw error;
    }
  }

  /** @returns {Theme} */
  function kept() {
    const text = storage()?.getItem(KEY);
    return THEMES.find((theme) => theme === text) ?? 'system';
  }

  /** @param {Theme} theme */
  function apply(theme) {
    if (theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = theme;
  }

  /** @param {Theme} theme */
  function sign(theme) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 16 16');
    svg.setAttribute('aria-hidden', 'true');
    for (const [i, d] of PATHS[theme].entries()) {
      const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      path.setAttribute('d', d);
      if (i === 1) path.setAttribute('class', 'filled');
      svg.append(path);
    }
    return svg;
  }

  let theme = kept();
  apply(theme);

  addEventListener('DOMContentLoaded', () => {
    const button = document.getElementById('theme');
    if (!button) return;
    const show = () => {
      button.setAttribute('aria-label', `Colours: ${TITLES[theme]}. Change`);
      button.title = TITLES[theme];
      button.replaceChildren(sign(theme));
    };
    button.addEventListener('click', () => {
      theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
      apply(theme);
      if (theme === 'system') storage()?.removeItem(KEY);
      else storage()?.setItem(KEY, theme);
      show();
    });
    show();
    button.hidden = false;
  });
})();
