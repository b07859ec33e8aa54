// `node scripts/run.mjs [--as-installed | --built] <file.ts> [arguments]`: sets up the dependencies, then runs that file with
// the right Node. With --built it builds first. With --as-installed it takes the dependencies as they are, for callers that must be quick. So it does with the
// commands of operators, which are the server's own programs: a backup must not depend on a registry.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { nodeFlags } from './setup/node-flags.mjs';
import { createProgress } from './setup/progress.mjs';
import { runForeground } from './setup/run-foreground.mjs';
import { quiet, root, setUpDependencies, setUpNode } from './setup/set-up.mjs';
import { runCommand, SetupFailure } from './setup/setup-failure.mjs';
import { showHelp } from './setup/show-help.mjs';

await runCommand(async () => {
  const given = process.argv.slice(2);
  const [file, ...args] = ['--as-installed', '--built'].includes(given[0] ?? '') ? given.slice(1) : given;
  if (file === undefined)
    throw new SetupFailure({
      what: 'No file to run was named.',
      remedy: 'Usage: node scripts/run.mjs <file.ts> [arguments]',
    });

  if (!file.startsWith('server/') && showHelp(join(root, file), args)) return 0;
  if (given[0] === '--built') {
    const status = await runForeground(process.execPath, [join(root, 'scripts', 'build.mjs')], {
      cwd: root,
      env: process.env,
    });
    if (status !== 0) return status;
  }

  const asInstalled = given[0] === '--as-installed' || file.startsWith('server/');
  if (asInstalled && !existsSync(join(root, 'node_modules')))
    throw new SetupFailure({
      what: 'The dependencies are not installed, and this command installs nothing.',
      remedy: 'Install them with npm ci, or use the folder that npm run build makes: ./fxid help lists its commands.',
    });

  // To stderr: stdout belongs to the program.
  const progress = quiet(createProgress(process.stderr, asInstalled ? 1 : 2));
  if (!asInstalled) await setUpDependencies(progress);
  const node = await setUpNode(progress);
  return runForeground(
    node,
    [...nodeFlags, '--import', './scripts/setup/end-with-parent.mjs', join(root, file), ...args],
    {
      cwd: root,
      env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env },
    },
  );
});
