// The server in production: no demo content, no simulators.
import { join } from 'node:path';
import { runUntilSignal } from './run-until-signal.ts';

await runUntilSignal(async () => ({
  portalFolder: join(import.meta.dirname, '../dist/portal'),
  consoleFolder: join(import.meta.dirname, '../dist/console'),
  sdkFolder: join(import.meta.dirname, '../dist/sdk'),
}));
