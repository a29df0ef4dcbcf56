import type { Cell } from './page-cells.ts';

/** Text is added as text, never as markup. */
export function element(tag: string, text = '', className = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

export type Row = readonly (Cell | string)[];

export function section(title: string, ...content: readonly Node[]): HTMLElement {
  const made = element('section');
  made.id = idOf(title);
  made.append(element('h2', title), ...content);
  return made;
}

/** Id of the section with that title. */
export function idOf(title: string): string {
  return title.toLowerCase().replaceAll(/\W+/g, '-');
}

/** Without columns, the first cell of each row is its heading. A table wider than the page scrolls. */
export function table(title: string, columns: readonly string[], rows: readonly Row[]): HTMLElement {
  const made = element('table', '', columns.length === 0 ? 'facts' : '');
  if (columns.length > 0) {
    const head = element('tr');
    columns.forEach((name, i) => {
      const isNumber = rows.some((row) => typeof row[i] === 'object' && row[i].isNumber);
      head.append(element('th', name, isNumber ? 'number' : ''));
    });
    made.append(head);
  }
  for (const cells of rows) {
    const row = element('tr');
    cells.forEach((cell, i) => row.append(cellElement(columns.length === 0 && i === 0 ? 'th' : 'td', cell)));
    made.append(row);
  }
  const wide = element('div', '', 'wide');
  // Makes scrollable content reachable by keyboard.
  wide.tabIndex = 0;
  wide.setAttribute('role', 'region');
  wide.setAttribute('aria-label', title);
  wide.append(made);
  return wide;
}

function cellElement(tag: string, cell: Cell | string): HTMLElement {
  if (typeof cell === 'string') return element(tag, cell);
  const made = element(tag, cell.text, cell.isNumber ? 'number' : '');
  if (cell.exact !== undefined) {
    made.title = cell.exact;
    made.dataset['exact'] = cell.exact;
    made.dataset['rounded'] = cell.text;
  }
  return made;
}

/** A button that shows the exact numbers below `place`, to read, print or copy. */
export function digitsButton(place: HTMLElement): HTMLElement {
  const button = element('button', 'Show all digits');
  button.setAttribute('aria-pressed', 'false');
  button.addEventListener('click', () => {
    const isExact = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(isExact));
    for (const cell of place.querySelectorAll<HTMLElement>('[data-exact]'))
      cell.textContent = cell.dataset[isExact ? 'exact' : 'rounded'] ?? '';
  });
  return button;
}
