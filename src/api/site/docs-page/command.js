import { element } from './dom.js';
import { copyButton } from './copy.js';

/** A command line that can be copied. */
export class CommandView {
  #text = element('code');
  view = element(
    'div',
    { class: 'copied' },
    element('pre', { class: 'command' }, this.#text),
    copyButton(() => this.#text.textContent ?? '', 'Copy the command'),
  );

  /** @param {string} text */
  show(text) {
    this.#text.textContent = text;
  }
}

/** Quotes a word for a shell. @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * A request as a command. The token is read from a variable, so that none is shown or pasted by mistake.
 * @param {string} url
 * @param {{ method: string, isSecured: boolean, body: string | undefined }} options
 */
export function requestCommand(url, { method, isSecured, body }) {
  return [
    `curl -s ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quoted(url)}`,
    ...(isSecured ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json' -d ${quoted(body)}`]),
  ].join(' ');
}

/**
 * The command that puts a token into the variable.
 * @param {import('./page-settings.js').PageSettings} settings
 */
export function tokenCommand({ basePath, audience, demo }) {
  const [id, secret] = demo ? ['demo', 'demo'] : ['CLIENT_ID', 'CLIENT_SECRET'];
  const body = JSON.stringify({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
    audience,
  });
  return `TOKEN=$(curl -s ${quoted(`${location.origin}${basePath}/v3/oauth/token`)} \\
  -H 'Content-Type: application/json' \\
  -d ${quoted(body)} \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
}
