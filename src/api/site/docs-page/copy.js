import { element } from './dom.js';

const SAID_MS = 2000;

/**
 * A button that copies a text.
 * @param {() => string} text
 * @param {string} [what]  for screen readers
 */
export function copyButton(text, what = 'Copy') {
  const button = element('button', { type: 'button', class: 'button copy', 'aria-label': what }, 'Copy');
  button.addEventListener('click', () => {
    void copied(text()).then((done) => {
      button.textContent = done ? 'Copied' : 'Not copied';
      setTimeout(() => (button.textContent = 'Copy'), SAID_MS);
    });
  });
  return button;
}

/** @param {string} text @returns {Promise<boolean>} */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages loaded over plain HTTP from another machine have no clipboard API.
    return copiedBySelection(text);
  }
}

/** @param {string} text */
function copiedBySelection(text) {
  const field = element('textarea', { class: 'unseen', 'aria-hidden': 'true' });
  field.value = text;
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
