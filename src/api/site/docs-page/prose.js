import { element } from './dom.js';

/**
 * Paragraphs and lists with **bold** and `code`, the only markup in the descriptions of the documents.
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function prose(text) {
  return text.split(/\n{2,}/).map((block) => {
    if (!block.startsWith('- ')) return element('p', {}, ...inline(block));
    const items = block.split(/^- /m).filter((item) => item !== '');
    return element('ul', {}, ...items.map((item) => element('li', {}, ...inline(item.trim()))));
  });
}

/** @param {string} text @returns {(Node | string)[]} */
export function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => {
    if (part.startsWith('**')) return element('strong', {}, part.slice(2, -2));
    return part.startsWith('`') ? element('code', {}, part.slice(1, -1)) : part;
  });
}
