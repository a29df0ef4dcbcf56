import { element, labelled } from './dom.js';
import { FramesView } from './frames.js';

/**
 * @typedef {object} ConsoleOptions
 * @property {string} url
 * @property {() => string | undefined} token
 * @property {readonly { name: string, text: string }[]} messages  that can be sent, as examples
 * @property {Readonly<Record<string, string>>} closeCodes        what they mean
 */

/** Connects to the websocket, sends what is typed and shows what comes. */
export class StreamConsole {
  view = element('section', { id: 'console', 'aria-labelledby': 'console-title' });
  #options;
  /** @type {WebSocket | undefined} */
  #socket;
  #frames = new FramesView();
  #state = element('span', { role: 'status', 'data-connection': 'closed' }, 'Not connected.');
  #connect = element('button', { type: 'button', class: 'connect' }, 'Connect');
  #send = element('button', { type: 'submit', disabled: true }, 'Send');
  #text = element('textarea', { name: 'message', rows: '5', spellcheck: 'false', autocapitalize: 'off' });
  #choice;

  /** @param {ConsoleOptions} options */
  constructor(options) {
    this.#options = options;
    const choices = options.messages.map(({ name }) => element('option', { value: name }, name));
    this.#choice = element('select', { name: 'example' }, ...choices);
    this.#choice.addEventListener('change', () => this.#useChoice());
    this.#connect.addEventListener('click', () => (this.#socket ? this.#socket.close(1000) : this.#open()));
    const form = element(
      'form',
      {},
      labelled('Message', this.#choice),
      labelled('JSON', this.#text),
      element('div', { class: 'buttons' }, this.#send, this.#clearButton()),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#say();
    });
    this.view.append(
      element('h2', { id: 'console-title' }, 'Try it'),
      element('div', { class: 'buttons' }, this.#connect, this.#state),
      form,
      this.#frames.view,
    );
    this.#useChoice();
  }

  /** Puts a message where it can be sent. @param {string} text */
  use(text) {
    this.#text.value = text;
    this.view.scrollIntoView();
    this.#text.focus();
  }

  #clearButton() {
    const button = element('button', { type: 'button', class: 'quiet' }, 'Clear frames');
    button.addEventListener('click', () => this.#frames.clear());
    return button;
  }

  #useChoice() {
    const chosen = this.#options.messages.find(({ name }) => name === this.#choice.value);
    if (chosen) this.#text.value = chosen.text;
  }

  #open() {
    const token = this.#options.token();
    if (token === undefined)
      return this.#tell('closed', 'Authorize first: the websocket wants a token of its own.');
    this.#tell('opening', 'Connecting …');
    const socket = new WebSocket(`${this.#options.url}?access_token=${encodeURIComponent(token)}`);
    this.#socket = socket;
    this.#connect.textContent = 'Disconnect';
    socket.addEventListener('open', () => {
      this.#tell('open', `Connected to ${this.#options.url}`);
      this.#send.disabled = false;
    });
    socket.addEventListener('message', ({ data }) => this.#hear(socket, String(data)));
    socket.addEventListener('close', ({ code, reason }) => this.#closed(code, reason));
  }

  /** @param {WebSocket} socket @param {string} text */
  #hear(socket, text) {
    this.#frames.add('received', text);
    // A client that answers no PING is closed.
    if (!text.startsWith('{"event":"PING"')) return;
    const pong = JSON.stringify({ event: 'PONG' });
    socket.send(pong);
    this.#frames.add('sent', pong);
  }

  #say() {
    this.#socket?.send(this.#text.value);
    this.#frames.add('sent', this.#text.value);
  }

  /** @param {number} code @param {string} reason */
  #closed(code, reason) {
    this.#socket = undefined;
    this.#send.disabled = true;
    this.#connect.textContent = 'Connect';
    const meaning = [reason, this.#options.closeCodes[code] ?? ''].filter((part) => part !== '').join('. ');
    const text = `Closed with ${code}${meaning === '' ? '' : `: ${meaning}`}`;
    this.#frames.add('state', text);
    this.#tell('closed', text);
  }

  /** @param {'closed' | 'opening' | 'open'} state @param {string} text */
  #tell(state, text) {
    this.#state.dataset['connection'] = state;
    this.#state.textContent = text;
  }
}
