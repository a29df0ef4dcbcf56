import { isTokenRoute, urlOf, type Request } from './request.ts';

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The environment variable with the token: tokens are never written into code. */
const VARIABLE = 'TIDEMARK_TOKEN';

/** A program that makes exactly this request. `base`: URL of the service, with a trailing slash. */
export function codeOf(language: Language, request: Request, base: string): string {
  if (isTokenRoute(request.operation)) return tokenCommand(base);
  if (language === 'curl') return curl(request, base);
  return language === 'Python' ? python(request, base) : typescript(request, base);
}

/** Quotes a word for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
/** A JavaScript literal: JSON with single quotes. */
const script = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
/** JSON strings are valid in Python. */
const pythonText = (text: string) => JSON.stringify(text);

function curl(request: Request, base: string): string {
  const { accept, operation, body } = request;
  const method = operation.method === 'GET' ? '' : ` -X ${operation.method}`;
  return [
    `curl -s --compressed${method} ${quoted(urlOf(request, base))}`,
    ...(accept === undefined ? [] : [`-H ${quoted(`Accept: ${accept}`)}`]),
    ...(operation.needsToken ? [`-H "Authorization: Bearer $${VARIABLE}"`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`]),
  ].join(' \\\n  ');
}

/** The command that puts a token into the variable. */
export function tokenCommand(base: string, audience = base.replace(/\/$/, '')): string {
  const body = `{"grant_type":"client_credentials","client_id":"'"$TIDEMARK_CLIENT_ID"'","client_secret":"'"$TIDEMARK_CLIENT_SECRET"'","audience":"${audience}"}`;
  return `export ${VARIABLE}=$(curl -s ${quoted(new URL('v3/oauth/token', base).href)} \\
  -H 'Content-Type: application/json' \\
  -d '${body}' \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
}

/** The clients support routes with a token whose response is JSON in the default form. */
function isForClients({ operation, accept, values, query }: Request): boolean {
  const known = new Set(operation.parameters.map(({ name }) => name));
  return (
    operation.method === 'GET' &&
    operation.path.startsWith('/v3/') &&
    operation.needsToken &&
    operation.types.includes('application/json') &&
    accept === undefined &&
    !values['format'] &&
    !values['quantities'] &&
    query.every(([name]) => known.has(name))
  );
}

function typescript(request: Request, base: string): string {
  if (!isForClients(request)) return typescriptPlain(request, base);
  const { operation, values } = request;
  const given = operation.parameters
    .filter(({ name }) => values[name])
    .map(({ name, schema }) => `${name}: ${scriptValue(values[name]!, schema.type)}`);
  const parameters = given.length === 0 ? '{}' : `{ ${given.join(', ')} }`;
  return `import { Tidemark } from '@tidemark/sdk';

const { env } = process;
const tidemark = new Tidemark({ url: ${script(base.replace(/\/$/, ''))}, token: env.${VARIABLE} ?? '' });
const answer = await tidemark.read(${script(operation.id)}, ${parameters});
console.log(JSON.stringify(answer, null, 2));
`;
}

function scriptValue(text: string, type: string | undefined): string {
  const isBare =
    (type === 'integer' && /^\d+$/.test(text)) || (type === 'boolean' && /^(true|false)$/.test(text));
  return isBare ? text : script(text);
}

/** The SDK reads JSON with quantities as strings; other forms are requested without it. */
function typescriptPlain(request: Request, base: string): string {
  const { operation, accept, body } = request;
  const headers = [
    ...(operation.needsToken ? [`authorization: \`Bearer \${env.${VARIABLE}}\``] : []),
    ...(accept === undefined ? [] : [`accept: ${script(accept)}`]),
    ...(body === undefined ? [] : [`'content-type': 'application/json'`]),
  ];
  const options = [
    ...(operation.method === 'GET' ? [] : [`method: ${script(operation.method)}`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(body === undefined ? [] : [`body: ${script(body)}`]),
  ];
  const init = options.length === 0 ? '' : `, {\n${options.map((each) => `  ${each},\n`).join('')}}`;
  return `${operation.needsToken ? 'const { env } = process;\n' : ''}const response = await fetch(${script(urlOf(request, base))}${init});
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
console.log(await response.text());
`;
}

function python(request: Request, base: string): string {
  if (!isForClients(request)) return pythonPlain(request, base);
  const { path, query } = request;
  const given = query.map(
    ([name, value]) => `, ${PYTHON_WORDS.has(name) ? `${name}_` : name}=${pythonText(value)}`,
  );
  return `import json
import os

from tidemark import Tidemark

tidemark = Tidemark(${pythonText(base.replace(/\/$/, ''))}, token=os.environ["${VARIABLE}"])
answer = tidemark.get(${pythonText(path)}${given.join('')})
print(json.dumps(answer, indent=2, default=str))
`;
}

/** Parameter names that are keywords of the language. The client takes them with a trailing underscore. */
const PYTHON_WORDS: ReadonlySet<string> = new Set(['from']);

function pythonPlain(request: Request, base: string): string {
  const { operation, accept, body } = request;
  const headers = [
    ...(operation.needsToken ? [`"Authorization": f"Bearer {os.environ['${VARIABLE}']}"`] : []),
    ...(accept === undefined ? [] : [`"Accept": ${pythonText(accept)}`]),
    ...(body === undefined ? [] : [`"Content-Type": "application/json"`]),
  ];
  const more = [
    ...(operation.method === 'GET' ? [] : [`    method=${pythonText(operation.method)},\n`]),
    ...(body === undefined ? [] : [`    data=${pythonText(body)}.encode(),\n`]),
  ];
  return `${operation.needsToken ? 'import os\n' : ''}import urllib.request

request = urllib.request.Request(
    ${pythonText(urlOf(request, base))},
    headers={${headers.join(', ')}},
${more.join('')})
with urllib.request.urlopen(request) as response:
    print(response.read().decode())
`;
}
