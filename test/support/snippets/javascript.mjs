// One module scope for all blocks of a page: reads paths of blocks, runs each, and reports when it is done. It lies in
// the folder of the page, so that imports resolve as for a program there.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { createInterface } from 'node:readline';

// Like the console of a browser: top-level `await`, and names that the next block may declare again.
const session = new Session();
session.connect();
globalThis.importHere = (name) => import(name);

/** The console takes no static imports. */
const asCalls = (text) =>
  text.replaceAll(
    /^import (?:(\{[^}]*\})|(\w+)) from ('[^']+');/gm,
    (_, names, name, from) =>
      `const ${names?.replaceAll(' as ', ': ') ?? `{ default: ${name} }`} = await importHere(${from});`,
  );

const printed = { count: 0 };
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (...args) => {
  printed.count += 1;
  return write(...args);
};

for await (const path of createInterface({ input: process.stdin })) {
  const text = readFileSync(path, 'utf8');
  const before = printed.count;
  const { exceptionDetails: failed } = await session.post('Runtime.evaluate', {
    expression: asCalls(text),
    replMode: true,
    awaitPromise: true,
  });
  if (failed) throw new Error(failed.exception?.description ?? failed.text);
  // A listener prints later.
  while (text.includes('console.log') && printed.count === before)
    await new Promise((resolve) => setTimeout(resolve, 5));
  write('\u0001\n');
}
