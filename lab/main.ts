// The developer's laptop: the whole server, with demo games and content. Never in production.
import { join } from 'node:path';
import { runUntilSignal } from '#server/run-until-signal.ts';
import { keepDemoTokens } from './demo/demo-tokens.ts';
import { hasDemoPlayers, loadDemoContent } from './demo/load-demo-content.ts';

await runUntilSignal(async (config) => {
  if (config.production) throw new Error('The lab does not run in production. Start server/main.ts instead.');
  return {
    portalFolder: join(import.meta.dirname, '../dist/portal'),
    gameFolders: [join(import.meta.dirname, 'games')],
    lab: true,
    prepare: async ({ database, sessions, step }) => {
      step('Demo content');
      await loadDemoContent(database);
      // A database with content of its own has no demo players.
      if (await hasDemoPlayers(database)) await keepDemoTokens(sessions, config.dataDir);
    },
  };
});
