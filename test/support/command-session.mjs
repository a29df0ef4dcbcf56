// Runs one command line after another with the program loaded once; the entry point is evaluated anew for each.
// Restores environment, exit code and listeners after each, as the end of a process would.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';

const STANDARD_ERROR = 2;
const [, , main] = process.argv;
let [stdout, stderr, count] = [[], [], 0];

process.stdout.write = (chunk, encoding, done = encoding) => {
  stdout.push(Buffer.from(chunk));
  if (typeof done === 'function') process.nextTick(done);
  return true;
};
const { writeSync } = fs;
fs.writeSync = (file, bytes, ...more) =>
  file === STANDARD_ERROR ? stderr.push(Buffer.from(bytes)) && bytes.length : writeSync(file, bytes, ...more);
syncBuiltinESMExports();

process.on('disconnect', () => process.exit(0));
process.on('message', async ({ args, environment }) => {
  const listeners = new Map(process.eventNames().map((name) => [name, process.listeners(name)]));
  [stdout, stderr] = [[], []];
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.argv = [process.execPath, main, ...args];
  process.exitCode = 0;
  try {
    await import(`${pathToFileURL(main)}?${(count += 1)}`);
  } catch (error) {
    stderr.push(Buffer.from(`${error.stack}\n`));
    process.exitCode = 1;
  }
  for (const name of process.eventNames())
    for (const listener of process.listeners(name))
      if (!listeners.get(name)?.includes(listener)) process.off(name, listener);
  process.stdout.removeAllListeners('error');
  const [out, err] = [stdout, stderr].map((parts) => Buffer.concat(parts).toString());
  process.send({ code: process.exitCode, signal: null, stdout: out, stderr: err });
});
