// Common to all pages of the documentation: the search, and on narrow windows a button for the contents.
import { Search } from './search.js';

const place = document.getElementById('search');
if (place) new Search(document.body.dataset['basePath'] ?? '').showIn(place);

const button = document.getElementById('menu');
const contents = document.getElementById('contents');

/** @param {boolean} open */
function show(open) {
  document.body.classList.toggle('menu', open);
  button?.setAttribute('aria-expanded', String(open));
}

button?.addEventListener('click', () => show(button.getAttribute('aria-expanded') !== 'true'));
contents?.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLAnchorElement) show(false);
});
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') show(false);
});

// On a phone the header's views are wider than the screen.
document.querySelector('.bar nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

// In a long list the current page may not be visible.
const current = contents?.querySelector('[aria-current=page]');
if (contents && current instanceof HTMLElement)
  contents.scrollTop = current.offsetTop - contents.clientHeight / 3;
