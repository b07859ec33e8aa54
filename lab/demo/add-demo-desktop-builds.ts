// Desktop builds of a demo game, for the game page and `npm run launcher`. They have no real program for Windows or
// macOS: a demo installer is a text.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Database } from '#server/db/database.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { readBranchesArguments, runBranchesCommand } from '#server/features/release-channels/run-branches-command.ts';

const game = 'sky-courier';

/** The branches of the demo game: one open to everyone, one that needs a key. */
export const demoLauncherOptions = { Branches: ['stable', 'beta'], DefaultBranch: 'stable', OpenBranches: ['stable'] };

const program = '#!/bin/sh\necho "Sky Courier takes off."\ndate >> saves/flights.txt\n';

/** Several nodes may start at the same time: one adds the builds, the others wait. */
export const addDemoDesktopBuilds = (database: Database, dataDir: string): Promise<void> =>
  withSingleConnection(database.connection, async (client) => {
    await client.query("select pg_advisory_lock(hashtext('fxid demo desktop builds'))");
    await addMissingBuilds(database, dataDir);
  });

async function addMissingBuilds(database: Database, dataDir: string): Promise<void> {
  const { kysely } = database;
  const known = await kysely.selectFrom('branch_builds').select('build_id').limit(1).executeTakeFirst();
  const stored = await kysely.selectFrom('games').select('config').where('game', '=', game).executeTakeFirst();
  if (known !== undefined || stored?.config.Launcher === undefined) return;
  const folder = await mkdtemp(join(tmpdir(), 'fxid-demo-build-'));
  const write = async (path: string, text: string): Promise<string> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
    return join(folder, path);
  };
  const add = (branch: string, source: string, os: string, ...options: string[]): Promise<void> =>
    runBranchesCommand(readBranchesArguments(['add', game, branch, source, '--os', os, ...options]), {
      database,
      config: { dataDir },
      report: () => undefined,
    });
  try {
    for (const os of ['Windows', 'macOS']) {
      const installer = await write(`sky-courier-${os.toLowerCase()}.txt`, `The demo has no program for ${os}.\n`);
      await add('stable', installer, os, '--description', 'First release');
    }
    for (const branch of ['stable', 'beta']) {
      const source = dirname(await write(`${branch}/sky-courier.sh`, program));
      await write(`${branch}/saves/readme.txt`, 'Your flights are kept here.\n');
      await write(`${branch}/route.txt`, `The routes of ${branch}.\n`);
      await add(
        branch,
        source,
        'Linux',
        '--start',
        'sky-courier.sh',
        '--keep',
        'saves',
        '--description',
        'First release',
      );
    }
    const next = await write('sky-courier-beta.txt', 'The demo has no program for Windows.\n');
    await add('beta', next, 'Windows', '--description', '1.1 beta');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
