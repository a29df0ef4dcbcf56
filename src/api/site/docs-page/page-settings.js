/**
 * @typedef {object} PageSettings
 * @property {string} basePath  of the API, under the page's own origin
 * @property {string} audience  what a token of REST must be asked for
 * @property {string} stream    URL of the websocket, and what a token of it must be asked for
 * @property {boolean} demo     whether the built-in client exists
 */

/**
 * What the server has written into the page. Where the operator has set no public URL, the service is what this page came
 * from, under that very name.
 * @returns {PageSettings}
 */
export function pageSettings() {
  const { basePath = '', audience, stream, demo } = document.body.dataset;
  return {
    basePath,
    audience: audience || location.origin,
    stream: stream || location.origin.replace(/^http/, 'ws'),
    demo: demo === 'true',
  };
}

/**
 * A document that the service publishes.
 * @template T
 * @param {string} name
 * @param {PageSettings} settings
 * @returns {Promise<T>}
 */
export async function documentOf(name, { basePath }) {
  const answer = await fetch(`${basePath}/${name}`);
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
  return /** @type {Promise<T>} */ (answer.json());
}
