// The lab: the whole server on a developer's machine, with demo content, simulated vendors and a mailbox. Never used in
// production.
import { join } from 'node:path';
import process from 'node:process';
import { findInvocationFolder, type Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { createLog } from '#server/http/log.ts';
import { redirectSafely } from '#server/http/safe-redirect.ts';
import { runUntilSignal } from '#server/run-until-signal.ts';
import { buildAdNetworkUrl, mountAdNetwork } from './ads/mount-ad-network.ts';
import { ensureDemoOperators } from './console/demo-operators.ts';
import { mountDemoOperatorSignIn } from './console/mount-demo-operator-sign-in.ts';
import { addDemoDesktopBuilds } from './demo/add-demo-desktop-builds.ts';
import { ensureDemoGameKeys } from './demo/demo-game-keys.ts';
import { ensureDemoTokens, type DemoTokens } from './demo/demo-tokens.ts';
import { insertDemoOperations } from './demo/insert-demo-operations.ts';
import { hasDemoPlayers, insertDemoContent } from './demo/insert-demo-content.ts';
import { insertDemoOrderCases } from './demo/insert-demo-order-cases.ts';
import { loadDevConsole, loadDevPortal, mountDevVite } from './dev/mount-dev-portal.ts';
import { simulateNetworkFaults } from './faults/network-faults.ts';
import { simulateSaveFaults } from './faults/save-faults.ts';
import { buildLabAddresses } from './lab-addresses.ts';
import { createLiveLog } from './log/live-log.ts';
import { watchTraffic } from './log/watch-traffic.ts';
import { createMailbox } from './mail/create-mailbox.ts';
import { labPath } from './model/lab-options.ts';
import { serveModules } from './modules/serve-modules.ts';
import { rethrowAsConfigError } from './developer-games/rethrow-as-config-error.ts';
import { developerGamesFolder, addDeveloperGames } from './developer-games/add-developer-games.ts';
import { readLabArguments } from './developer-games/read-lab-arguments.ts';
import { findNewestAttempt, payAutomatically } from './own-platforms/pay-automatically.ts';
import { mountDemoSignIn } from './own-platforms/sign-in-demo-player.ts';
import { planShare, startShare, type LabShare } from './share/share-lab.ts';
import { mountLabPages } from './pages/mount-lab-pages.ts';
import { createLabGamesReader } from './pages/lab-games-reader.ts';
import type { LabGame } from './pages/start-page.ts';
import { mountPushService } from './push/mount-push-service.ts';
import { createPushService } from './push/push-service.ts';
import { labTurnstileSettings, mountCaptchaSimulator } from './captcha/simulate-captcha.ts';
import { loadLabVendors } from './vendors/load-vendors.ts';

let share: LabShare | undefined;

await runUntilSignal(
  async (config) => {
    if (config.production) throw new Error("The lab doesn't run in production. Start server/main.ts instead.");
    const given = await rethrowAsConfigError(() => readLabArguments(process.argv.slice(2), findInvocationFolder()));
    const devPortal = given.isDev ? await loadDevPortal(config.basePath) : undefined;
    const devConsole = given.isDev ? await loadDevConsole() : undefined;
    const now = (): Date => new Date();
    const place = buildLabAddresses(config, share);
    const mailbox = createMailbox();
    const liveLog = createLiveLog();
    // The portal's address on this machine; behind a proxy its public address differs.
    const here = `http://localhost:${config.port}`;
    const outside = share ? config.publicUrl.origin : here;
    const vendors = await loadLabVendors(here, now, place.originOf, outside);
    const pushService = createPushService(here, now);
    let opened:
      | {
          readonly database: Database;
          readonly readGames: () => Promise<LabGame[]>;
          readonly demoTokens: DemoTokens | undefined;
        }
      | undefined;
    const prepared = () => {
      if (!opened) throw new Error('The lab got a request before its database was open.');
      return opened;
    };
    return {
      portalFolder: devPortal?.folder ?? join(import.meta.dirname, '../dist/portal'),
      consoleFolder: devConsole?.folder ?? join(import.meta.dirname, '../dist/console'),
      sdkFolder: join(import.meta.dirname, '../dist/sdk'),
      gameFolders: [developerGamesFolder(config.dataDir), join(import.meta.dirname, 'games')],
      lab: {
        mailTransport: mailbox.transport,
        turnstile: labTurnstileSettings(config.publicUrl),
        pushSimulator: pushService.origin,
        adsScriptUrl: buildAdNetworkUrl(outside),
        vendorsOrigin: outside,
        toLocal: (address) => (address.startsWith(`${outside}/`) ? here + address.slice(outside.length) : address),
        settings: vendors.settings,
        frameAncestors: vendors.platforms.map(({ folder }) => place.originOf(folder)),
        watch: (app) => {
          for (const dev of [devPortal, devConsole]) if (dev) app.server.on('upgrade', dev.upgrade);
          if (devPortal) mountDevVite(app, devPortal);
          watchTraffic(app, liveLog, now);
          simulateNetworkFaults(app);
          simulateSaveFaults(app);
          payAutomatically(app, {
            vendors,
            findAttempt: (orderId) => findNewestAttempt(prepared().database, orderId),
            log: createLog({ level: 'warn' }),
          });
        },
        watchConsole: (app) => {
          if (devConsole) mountDevVite(app, devConsole);
        },
        mountConsole: (app) => {
          const { consoleUrl } = config;
          if (consoleUrl) mountDemoOperatorSignIn(app, { consoleUrl, database: () => prepared().database });
        },
        mount: async (app) => {
          const { consoleUrl } = config;
          if (consoleUrl)
            app.get('/console', (_, reply) => redirectSafely(reply, consoleUrl.href, [consoleUrl.origin]));
          mailbox.mount(app);
          mountCaptchaSimulator(app, { now });
          await mountAdNetwork(app);
          mountPushService(app, pushService);
          await vendors.mount(app);
          liveLog.mount(app, place.isLab);
          serveModules(app);
          const { createCode } = mountDemoSignIn(app, { place, demoTokens: () => prepared().demoTokens });
          mountLabPages(app, {
            place,
            platforms: vendors.platforms,
            vendors: vendors.all,
            readGames: () => prepared().readGames(),
            database: () => prepared().database,
            createCode,
          });
        },
      },
      prepare: async ({ database, sessions, sealer, step }) => {
        step('Demo content');
        if (await insertDemoContent(database)) {
          await insertDemoOperations(database, now());
          await database.transaction((trx) => insertDemoOrderCases(trx, now()));
        }
        await addDemoDesktopBuilds(database, config.dataDir);
        const log = createLog({ level: 'warn' });
        const ownGames = await addDeveloperGames(given, {
          config,
          database,
          log,
          from: findInvocationFolder(),
          report: step,
        });
        step(`The lab will be at ${place.origin}/lab`);
        const [first] = vendors.platforms;
        for (const name of ownGames)
          step(`Your game ${name}: ${place.origin}${labPath(first?.folder ?? 'fxid', name)}`);
        // A database with real content has no demo players.
        const hasPlayers = await hasDemoPlayers(database);
        opened = {
          database,
          readGames: createLabGamesReader(database, place, ownGames),
          demoTokens: hasPlayers ? await ensureDemoTokens(sessions, config.dataDir) : undefined,
        };
        if (share) await openShare(share, config, database, step);
        if (!hasPlayers) return;
        await ensureDemoOperators(database, sealer);
        await ensureDemoGameKeys(createGameKeys(database, sealer), config.dataDir);
      },
    };
  },
  (config) => {
    const { share: wanted } = readLabArguments(process.argv.slice(2), findInvocationFolder());
    // The simulators keep their state in this process.
    const workers = 1;
    if (wanted === undefined || config.production) return { workers };
    share = planShare(wanted, config);
    return { ...share.config, workers };
  },
);

async function openShare(
  shared: LabShare,
  config: Config,
  { kysely }: Database,
  say: (text: string) => void,
): Promise<void> {
  const games = await kysely.selectFrom('games').select('game').orderBy('position').execute();
  await startShare(
    shared,
    games.map(({ game }) => game),
    { config, now: () => new Date(), say },
  );
}
