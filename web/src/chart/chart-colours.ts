/** The colours of the theme in force, for what is drawn on a canvas. */
export interface ChartColours {
  readonly text: string;
  readonly line: string;
  readonly accent: string;
  readonly second: string;
  readonly up: string;
  readonly down: string;
  readonly volume: string;
}

export function chartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: of('--quiet'),
    line: of('--line'),
    accent: of('--accent'),
    second: of('--warn'),
    up: of('--up'),
    down: of('--down'),
    volume: of('--line-strong'),
  };
}

/** Calls back when the theme changes, by the reader or by the system. Returns what ends it. */
export function onColours(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const system = matchMedia('(prefers-color-scheme: light)');
  system.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', changed);
  };
}
