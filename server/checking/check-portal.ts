// All checks of `npm run check`, in the order of the report.
import { openBuildStore } from '#server/build-store/open-build-store.ts';
import { readCommand, type SubcommandDefinitions } from '#server/db/read-command.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { requireEmailAddress } from '#server/features/mail/mail-address.ts';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { checkAchievements } from './check-achievements.ts';
import { checkAnalyticsStore } from './check-analytics-store.ts';
import { checkGamesDomain, checkGamesHosts, checkPortalAddress } from './check-addresses.ts';
import { checkBackups } from './check-backups.ts';
import { checkLegalContacts, checkDocuments, checkGames, checkPayments, checkPushKeys } from './check-content.ts';
import { checkConsole } from './check-console.ts';
import { checkDesktopBuilds } from './check-desktop-builds.ts';
import { checkGameFiles } from './check-game-files.ts';
import { checkCountryDatabase } from './check-country-database.ts';
import { checkPictures } from './check-pictures.ts';
import { checkPlatformMappings } from './check-platform-mappings.ts';
import { checkQuestRewards } from './check-quest-rewards.ts';
import { checkGameServers } from './check-game-servers.ts';
import { checkIdentitySettings } from './check-identity-settings.ts';
import { checkProviderKeys } from './check-provider-keys.ts';
import { checkRedis } from './check-redis.ts';
import { checkReplica } from './check-replica.ts';
import { checkEmbeddedPostgres } from './check-embedded-postgres.ts';
import { checkClock, checkDisk, checkMigrations, checkSecrets } from './check-storage.ts';
import { checkTracing } from './check-tracing.ts';
import { checkVendorStatus } from './check-vendor-status.ts';
import { checkMail, checkCaptcha } from './check-vendors.ts';
import { checkWorkers } from './check-workers.ts';
import type { NamedCheck } from './finding.ts';

interface CheckArguments {
  readonly mailTo: string | undefined;
}

const forms = {
  '*': {
    words: [],
    options: { 'mail-to': 'address' },
    does: 'checks everything a portal needs, and sends a test email to the address; exits with 0, 1 for warnings, 2 for problems',
  },
} as const satisfies SubcommandDefinitions;

export function readCheckArguments(given: readonly string[]): CheckArguments {
  const mailTo = readCommand('check', forms, given).options['mail-to'];
  if (mailTo !== undefined) requireEmailAddress(mailTo, 'The recipient');
  return { mailTo };
}

export function listChecks(
  { config, database, sealer, log, now }: Pick<DatabaseCommandDeps, 'config' | 'database' | 'sealer' | 'log' | 'now'>,
  mailTo: string | undefined,
): NamedCheck[] {
  const addresses = { config, sealer, now };
  const settings = createAdapterSettings({ database, sealer, log });
  return [
    { name: 'database', run: () => checkMigrations(database) },
    { name: 'embedded database', run: () => checkEmbeddedPostgres(database, config, now) },
    { name: 'workers', run: () => checkWorkers(database, config) },
    { name: 'clock', run: () => checkClock(database, now) },
    { name: 'secrets', run: () => checkSecrets(database, sealer) },
    { name: 'replica', run: () => checkReplica(config) },
    { name: 'redis', run: () => checkRedis(config) },
    { name: 'analytics', run: () => checkAnalyticsStore(config, database) },
    { name: 'traces', run: () => checkTracing(config) },
    { name: 'disk', run: () => checkDisk(database, config) },
    { name: 'backups', run: () => checkBackups(database, config) },
    { name: 'mail', run: () => checkMail(config, { mailTo, now }) },
    { name: 'captcha', run: () => checkCaptcha(config, safeFetch) },
    { name: 'portal', run: () => checkPortalAddress(addresses) },
    { name: 'console', run: () => checkConsole(database, config) },
    {
      name: 'games',
      run: async () => [
        ...(await checkGamesHosts(addresses)),
        ...checkGamesDomain(config),
        ...(await checkGames(database)),
      ],
    },
    { name: 'game files', run: () => checkGameFiles(database, config) },
    {
      name: 'pictures',
      run: () => checkPictures(database, { dataDir: config.dataDir, store: openBuildStore(config, { now, log }) }),
    },
    { name: 'desktop builds', run: () => checkDesktopBuilds(database, config) },
    { name: 'game servers', run: () => checkGameServers(database, safeFetch) },
    { name: 'rewards', run: () => checkQuestRewards(database) },
    { name: 'achievements', run: () => checkAchievements({ database, config, vendorFetch: safeFetch }) },
    { name: 'documents', run: () => checkDocuments(database) },
    { name: 'contacts', run: () => checkLegalContacts(database) },
    { name: 'payments', run: () => checkPayments(database, settings) },
    { name: 'provider keys', run: () => checkProviderKeys({ database, settings, vendorFetch: safeFetch, log, now }) },
    {
      name: 'identity keys',
      run: () =>
        checkIdentitySettings({ database, settings, vendorFetch: safeFetch, log, now, publicUrl: config.publicUrl }),
    },
    { name: 'adapters', run: () => checkVendorStatus(database) },
    { name: 'platform leaderboards', run: () => checkPlatformMappings(database, settings) },
    { name: 'web push', run: () => checkPushKeys(database) },
    { name: 'country', run: () => checkCountryDatabase(config, now) },
  ];
}
