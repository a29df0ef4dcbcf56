import type { Trouble, TroubleArea } from './trouble.ts';

/** docs/run/troubleshooting.md, from the table of troubles. */
export function troublesPage(areas: readonly TroubleArea[]): string {
  return [INTRODUCTION, ...areas.map(areaText), NEXT].join('\n\n').concat('\n');
}

function areaText({ title, troubles }: TroubleArea): string {
  return [`## ${title}`, ...troubles.map(troubleText)].join('\n\n');
}

function troubleText({ slug, messages, cause, remedy }: Trouble): string {
  const shown = messages.map((message) => `- \`${message}\``).join('\n');
  return `### ${slug}\n\n${shown}\n\n${cause}\n\n**Do:** ${remedy}`;
}

const INTRODUCTION = `# Troubleshooting

Look up a warning or error of the log, or the message with which a command ended: its cause, and what to do. \`npm run docs\` writes this page from
\`src/app/operate/troubles\`, the table that the program uses too.

- A line of the log with level \`warn\` (40), \`error\` (50) or \`fatal\` (60) has the field \`help\`, such as \`docs/run/troubleshooting.md#disk-full\`. Its other fields name the file, slot
  or exchange.
- A command that fails prints its message and, if this page has more about it, \`See docs/run/troubleshooting.md#...\`. Other messages name what to correct themselves.
- A running service shows this page at \`/docs/run/troubleshooting\`, without the internet.

In messages below, \`{file}\` and the like are parts that vary.

## What to look at first

Ask the service what it lacks, then read its last warnings:

<!-- not run: reads the log of a service that systemd runs -->

\`\`\`sh
curl -s http://localhost:8080/readyz
tidemark status
journalctl -u tidemark --since -1h -o cat | jq -cR 'fromjson? | select(.level >= 40) | {time, msg, help}'
\`\`\`

| you see                                           | begin with                                                                                |
| ------------------------------------------------- | ----------------------------------------------------------------------------------------- |
| the service does not start                        | the last line that it printed; \`tidemark config check\`                                    |
| \`/readyz\` responds with 503                       | [what is missing](watch.md#read-readiness)                                                |
| no new values                                     | [the disk](disk.md#when-the-disk-fills), then [the clock](clock.md)                       |
| values carried or missing, exchanges that fail    | [when exchanges fail](live-trouble.md): \`tidemark sources status\`                         |
| damage, quarantine, lost ticks                    | [repairs](history.md#repair-damage)                                                       |
| a client gets 401, 429 or 503, or is disconnected | [clients and tokens](clients-and-tokens.md), [limits](limits.md)                          |
| a cluster behaves differently                     | [when part of a cluster fails](cluster-failures.md): ask \`/readyz\` of each node           |
| an entry that says to report the line            | send it with the version (\`tidemark --version\`) and what happened before, without secrets |`;

const NEXT = `## Next

- [Watch the service](watch.md): readiness, metrics, alerts
- [When exchanges fail](live-trouble.md)
- [When part of a cluster fails](cluster-failures.md)`;
