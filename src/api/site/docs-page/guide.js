import './shell.js';
import { copyButton } from './copy.js';
import { element } from './dom.js';
import { pageSettings } from './page-settings.js';

/** Replaces the placeholder address of the documents by that of this service. */
const { audience, stream } = pageSettings();
const NAMES = new Map([
  ['http://localhost:8080', audience],
  ['ws://localhost:8080', stream],
]);

for (const block of document.querySelectorAll('pre.code')) {
  nameService(block);
  const frame = element('div', { class: 'copied' });
  block.replaceWith(frame);
  block.setAttribute('tabindex', '0');
  frame.append(
    block,
    copyButton(() => block.textContent?.trimEnd() ?? '', 'Copy the code'),
  );
}
for (const table of document.querySelectorAll('.table')) {
  // Scrollable content must be reachable by keyboard.
  if (table.scrollWidth > table.clientWidth) table.setAttribute('tabindex', '0');
}

/** @param {Element} block */
function nameService(block) {
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    for (const [written, own] of NAMES) node.nodeValue = node.nodeValue?.replaceAll(written, own) ?? '';
  }
}
