// A reporter of vitest: writes the errors that no test awaited to the file that UNHANDLED_ERRORS_FILE names, as a list of texts.
// The JSON report does not have them, and a file that passes in a second run does not make them good.
import { writeFileSync } from 'node:fs';

export default class UnhandledErrorsReporter {
  /** @param {unknown} _modules @param {readonly { name?: string, message?: string }[]} errors */
  onTestRunEnd(_modules, errors) {
    const path = process.env.UNHANDLED_ERRORS_FILE;
    if (path === undefined) return;
    writeFileSync(
      path,
      JSON.stringify(errors.map(({ name = 'Error', message = '' }) => `${name}: ${message}`)),
    );
  }
}
