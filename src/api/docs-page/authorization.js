import { CommandView, tokenCommand } from './command.js';
import { element, labelled } from './dom.js';

export const TOKEN_PATH = '/v3/oauth/token';

/** Gets a token and keeps it for as long as the page is open, nowhere else. */
export class Authorization {
  /** @type {string | undefined} */
  token;
  view = element('form', { id: 'authorize' });
  /** @type {import('./page-settings.js').PageSettings} */
  #settings;
  #state = element('p', { role: 'status', 'data-authorized': 'no' });
  #id = element('input', { name: 'client_id', required: true, autocomplete: 'off', spellcheck: 'false' });
  #secret = element('input', {
    name: 'client_secret',
    type: 'password',
    required: true,
    autocomplete: 'off',
  });
  #audience = element('input', {
    name: 'audience',
    required: true,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  #command = new CommandView();
  #own = element('input', { name: 'token', autocomplete: 'off', spellcheck: 'false' });

  /** @param {import('./page-settings.js').PageSettings} settings  `audience`: what the token is for */
  constructor(settings) {
    this.#settings = settings;
    this.#audience.value = settings.audience;
    this.#command.show(tokenCommand(settings));
    if (settings.demo) this.#id.value = this.#secret.value = 'demo';
    this.#tell('no', 'No token yet.');
    this.view.append(...this.#fields());
    this.view.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#ask();
    });
    this.#own.addEventListener('input', () => this.#use(this.#own.value.trim(), 'This token is sent.'));
  }

  #fields() {
    const hint = this.#settings.demo
      ? 'The built-in client demo has the secret demo.'
      : 'The operator adds a client with: npx tidemark clients add --name "My client"';
    const own = labelled('Token', this.#own);
    return [
      element('h2', {}, 'Authorize'),
      element('p', { class: 'hint' }, hint),
      element(
        'div',
        { class: 'fields' },
        labelled('Client id', this.#id),
        labelled('Client secret', this.#secret),
        labelled('Audience', this.#audience),
      ),
      element('div', { class: 'buttons' }, element('button', { type: 'submit' }, 'Authorize'), this.#state),
      element('details', {}, element('summary', {}, 'Use a token that you have'), own),
      element('details', {}, element('summary', {}, 'Get one on the command line'), this.#command.view),
    ];
  }

  async #ask() {
    this.#tell('waiting', 'Waiting for the token …');
    const body = {
      grant_type: 'client_credentials',
      client_id: this.#id.value,
      client_secret: this.#secret.value,
      audience: this.#audience.value,
    };
    try {
      const answer = await fetch(this.#settings.basePath + TOKEN_PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      this.#hear(answer.status, await answer.json());
    } catch (error) {
      this.#tell('failed', `There was no answer: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** @param {number} status @param {Readonly<Record<string, unknown>>} answer */
  #hear(status, answer) {
    if (typeof answer.access_token !== 'string') {
      const reason = answer.error_description ?? answer.message ?? 'the token was refused';
      this.#tell('failed', `${status} ${answer.error ?? ''}: ${reason}`);
      return;
    }
    const until = new Date(Date.now() + Number(answer.expires_in) * 1000).toISOString();
    const scopes = answer.scope === '' ? 'no scopes: look-ups only' : `scopes ${answer.scope}`;
    this.#use(answer.access_token, `Authorized as ${this.#id.value} until ${until}, ${scopes}.`);
  }

  /** @param {string} token @param {string} text */
  #use(token, text) {
    this.token = token === '' ? undefined : token;
    if (this.token === undefined) this.#tell('no', 'No token yet.');
    else this.#tell('yes', text);
  }

  /** @param {'no' | 'waiting' | 'yes' | 'failed'} state @param {string} text */
  #tell(state, text) {
    this.#state.dataset['authorized'] = state;
    this.#state.className = state === 'failed' ? 'failure' : state === 'yes' ? 'success' : '';
    this.#state.textContent = text;
  }
}
