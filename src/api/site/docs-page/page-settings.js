/**
 * @typedef {object} PageSettings
 * @property {string} basePath  of the API, under the page's own origin
 * @property {string} audience  audience of tokens for REST
 * @property {string} stream    URL of the websocket, and audience of its tokens
 * @property {boolean} demo     whether the built-in client exists
 */

/**
 * The settings that the server has written into the page. Without a public URL, the service is the origin
 * that this page came from.
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
