/**
 * Highlights an element briefly in the direction of a change. Style sheets turn this off for readers who
 * prefer no motion.
 */
export function flash(element: HTMLElement, step: number): void {
  if (step === 0) return;
  const turn = element.dataset['flash']?.endsWith('0') ? 1 : 0;
  element.dataset['flash'] = `${step > 0 ? 'up' : 'down'}${turn}`;
}

/** Ends the highlight, before the element shows something else. */
export function unflash(element: HTMLElement): void {
  if (element.dataset['flash'] !== undefined) delete element.dataset['flash'];
}
