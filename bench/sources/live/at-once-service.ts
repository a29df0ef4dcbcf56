import { pino } from 'pino';
import { compose } from '../../../src/app/compose/compose.ts';
import { loadConfig } from '../../../src/app/config/config.ts';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { SOURCES } from './at-once-table.ts';

// `tidemark serve` with all exchanges read at the same instant of the cycle.
const [, , , ...argv] = process.argv;
const { settings } = loadConfig({ argv, environment: {}, sources: SOURCES });
const service = await compose({
  settings,
  wallClock: new SystemClock(),
  log: pino({ level: 'warn' }, process.stderr),
  sources: SOURCES,
});
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
console.log(`tidemark ready ${service.baseUrl} ${service.wsUrl}`);
