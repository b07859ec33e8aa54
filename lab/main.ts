// The developer's laptop: the whole server, with demo games and content, simulated vendors and a mailbox. Never in production.
import { join } from 'node:path';
import { runUntilSignal } from '#server/run-until-signal.ts';
import { createGameKeys } from '#server/features/gamekeys/game-keys.ts';
import { keepDemoGameKeys } from './demo/demo-game-keys.ts';
import { keepDemoTokens } from './demo/demo-tokens.ts';
import { hasDemoPlayers, loadDemoContent } from './demo/load-demo-content.ts';
import { createMailbox } from './mail/create-mailbox.ts';
import { labTurnstile, mountRobotCheckSimulator } from './robotcheck/simulate-robot-check.ts';
import { loadVendors } from './vendors/load-vendors.ts';

await runUntilSignal(async (config) => {
  if (config.production) throw new Error('The lab does not run in production. Start server/main.ts instead.');
  const now = (): Date => new Date();
  const mailbox = createMailbox();
  // The address on this machine: a portal behind a proxy has another one outside.
  const vendors = await loadVendors(`http://localhost:${config.port}`, now);
  return {
    portalFolder: join(import.meta.dirname, '../dist/portal'),
    sdkFolder: join(import.meta.dirname, '../dist/sdk'),
    gameFolders: [join(import.meta.dirname, 'games')],
    lab: {
      mailTransport: mailbox.transport,
      turnstile: labTurnstile(config.publicUrl),
      settings: vendors.settings,
      mount: async (app) => {
        mailbox.mount(app);
        mountRobotCheckSimulator(app, { now });
        await vendors.mount(app);
      },
    },
    prepare: async ({ database, sessions, sealer, step }) => {
      step('Demo content');
      await loadDemoContent(database);
      // A database with content of its own has no demo players.
      if (!(await hasDemoPlayers(database))) return;
      await keepDemoTokens(sessions, config.dataDir);
      await keepDemoGameKeys(createGameKeys(database, sealer), config.dataDir);
    },
  };
});
