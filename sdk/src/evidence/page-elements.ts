/** Text goes onto the page as text, never as markup. */
export function element(tag: string, text = '', className = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

export type Row = readonly string[];

export function section(title: string, ...content: readonly Node[]): HTMLElement {
  const made = element('section');
  made.append(element('h2', title), ...content);
  return made;
}

/** Without columns, the first cell of each row names it. */
export function table(columns: Row, rows: readonly Row[]): HTMLElement {
  const made = element('table');
  if (columns.length > 0) {
    const head = element('tr');
    for (const name of columns) head.append(element('th', name));
    made.append(head);
  }
  for (const cells of rows) {
    const row = element('tr');
    cells.forEach((cell, i) => row.append(element(columns.length === 0 && i === 0 ? 'th' : 'td', cell)));
    made.append(row);
  }
  const wide = element('div', '', 'wide');
  wide.append(made);
  return wide;
}
