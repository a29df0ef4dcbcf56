import { element } from './dom.js';

/** So many frames are on the page; a market sends thousands at once. */
const MOST_FRAMES = 200;
const SHOWN_CHARACTERS = 4000;

/** @typedef {{ kind: 'sent' | 'received' | 'state', text: string, at: Date }} Frame */

/** The last frames of a connection, newest last. What comes faster than a screen is drawn is never put on the page. */
export class FramesView {
  #count = element('span', { class: 'hint', 'data-frames': '0' }, 'No frames yet.');
  #list = element('ol', { class: 'frames', tabindex: '0', 'aria-label': 'Frames' });
  view = element('div', {}, element('p', {}, this.#count), this.#list);
  /** @type {Frame[]} */
  #waiting = [];
  #received = 0;
  #drawing = false;

  /** @param {Frame['kind']} kind @param {string} text */
  add(kind, text) {
    if (kind === 'received') this.#received++;
    this.#waiting.push({ kind, text: text.slice(0, SHOWN_CHARACTERS), at: new Date() });
    if (this.#waiting.length > MOST_FRAMES) this.#waiting.shift();
    if (this.#drawing) return;
    this.#drawing = true;
    setTimeout(() => this.#draw(), 50);
  }

  clear() {
    this.#waiting = [];
    this.#received = 0;
    this.#list.replaceChildren();
    this.#draw();
  }

  #draw() {
    this.#drawing = false;
    const atEnd = this.#list.scrollTop + this.#list.clientHeight >= this.#list.scrollHeight - 8;
    this.#list.append(...this.#waiting.map(frameView));
    this.#waiting = [];
    while (this.#list.childElementCount > MOST_FRAMES) this.#list.firstElementChild?.remove();
    this.#count.dataset['frames'] = String(this.#received);
    const shown = this.#received > MOST_FRAMES ? `, the last ${MOST_FRAMES} are shown` : '';
    this.#count.textContent = `${this.#received.toLocaleString('en')} received${shown}`;
    if (atEnd) this.#list.scrollTop = this.#list.scrollHeight;
  }
}

const ARROWS = { sent: '↑', received: '↓', state: '·' };
const SAID = { sent: 'sent', received: 'received', state: '' };

/** @param {Frame} frame */
function frameView({ kind, text, at }) {
  return element(
    'li',
    { class: kind },
    element('span', { class: 'arrow', title: SAID[kind] }, ARROWS[kind]),
    element('time', {}, at.toISOString().slice(11, 23)),
    element('code', {}, text),
  );
}
