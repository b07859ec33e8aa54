// All that `npm run check` looks at, in the order in which it is told.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CommandParts } from '#server/db/run-database-command.ts';
import { checkAddress } from '#server/features/mail/mail-address.ts';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { checkGamesHosts, checkPortalAddress } from './check-addresses.ts';
import { checkDocuments, checkPayments } from './check-content.ts';
import { checkClock, checkDisk, checkMigrations, checkSecrets } from './check-storage.ts';
import { checkMail, checkRobotCheck } from './check-vendors.ts';
import type { Check } from './finding.ts';

export interface CheckArguments {
  readonly isHelp: boolean;
  readonly mailTo: string | undefined;
}

export const checkUsage = `Usage: npm run check [-- --mail-to <address>]
Looks whether everything works that a portal needs, also while the server runs. Give it the settings of the server.
It ends with 0 when all is well, with 1 for warnings and with 2 for problems.
  --mail-to <address>   sends a mail there as well`;

export function readCheckArguments(args: readonly string[]): CheckArguments {
  const { values } = parseArgs({
    args: [...args],
    options: { help: { type: 'boolean', short: 'h' }, 'mail-to': { type: 'string' } },
  });
  const mailTo = values['mail-to'];
  if (mailTo !== undefined) checkAddress(mailTo, 'The recipient');
  return { isHelp: values.help ?? false, mailTo };
}

export function listChecks(
  { config, database, sealer, log }: Pick<CommandParts, 'config' | 'database' | 'sealer' | 'log'>,
  mailTo: string | undefined,
): Check[] {
  const now = (): Date => new Date();
  const addresses = { config, sealer, now };
  const settings = createAdapterSettings({ database, sealer, log, now });
  return [
    { name: 'database', run: () => checkMigrations(database) },
    { name: 'clock', run: () => checkClock(database, now) },
    { name: 'secrets', run: () => checkSecrets(database, sealer) },
    { name: 'disk', run: () => checkDisk(database, join(config.dataDir, 'backups')) },
    { name: 'mail', run: () => checkMail(config, { mailTo, now }) },
    { name: 'robot check', run: () => checkRobotCheck(config.turnstile, safeFetch) },
    { name: 'portal', run: () => checkPortalAddress(addresses) },
    { name: 'games', run: () => checkGamesHosts(addresses) },
    { name: 'documents', run: () => checkDocuments(database) },
    { name: 'payments', run: () => checkPayments(database, settings) },
  ];
}
