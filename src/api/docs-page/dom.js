/**
 * An element with attributes and children. Text always becomes text: nothing that the API answers is read as markup.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Readonly<Record<string, string | boolean | undefined>>} [attributes]  true sets an empty one
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

/**
 * A field with its label.
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement} field
 * @param {...(Node | string)} hints
 */
export function labelled(label, field, ...hints) {
  return element('label', {}, element('span', { class: 'name' }, label), field, ...hints);
}

/**
 * Paragraphs with **bold** and `code`, all that the descriptions of the document use.
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function paragraphs(text) {
  return text.split(/\n{2,}/).map((paragraph) => element('p', {}, ...inline(paragraph)));
}

/** @param {string} text @returns {(Node | string)[]} */
export function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => {
    if (part.startsWith('**')) return element('strong', {}, part.slice(2, -2));
    return part.startsWith('`') ? element('code', {}, part.slice(1, -1)) : part;
  });
}
