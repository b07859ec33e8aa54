// `node scripts/run.mjs [--built | --as-installed] <file.ts> [arguments]`: runs a program of ours with the right Node.
// It installs missing dependencies first; with --built it also builds. With --as-installed, and for operators' commands
// (server/), it installs nothing: a backup must not depend on a registry.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { build } from './setup/builds.mjs';
import { nodeFlags } from './setup/node-flags.mjs';
import { runForeground } from './setup/run-foreground.mjs';
import { findNode, root, runCommand, setUp, SetupError, showHelp } from './setup/set-up.mjs';

await runCommand(() => {
  const given = process.argv.slice(2);
  const [file, ...args] = given[0]?.startsWith('--') ? given.slice(1) : given;
  if (file === undefined) throw new SetupError('Usage: node scripts/run.mjs <file.ts> [arguments]');
  const isOperators = file.startsWith('server/');
  if (!isOperators && showHelp(join(root, file), args)) return 0;

  const asInstalled = isOperators || given[0] === '--as-installed';
  if (asInstalled && !existsSync(join(root, 'node_modules')))
    throw new SetupError(
      'The dependencies are not installed. Run npm ci, or use the folder that npm run build makes: ./fxid help lists its commands.',
    );
  const node = asInstalled ? findNode() : setUp();
  if (given[0] === '--built') build(['portal', 'console', 'sdk', 'release'], node);
  const start = ['--import', './scripts/setup/end-with-parent.mjs', join(root, file)];
  return runForeground(node, [...nodeFlags, ...start, ...args], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env },
  });
});
