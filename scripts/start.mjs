// `npm start`: sets up, builds, and starts the lab. In production it installs and builds nothing, and starts what
// `npm run build` made.
//   npm start -- --game ./my-game    the lab with a game of yours: a folder, or the address of a page; several are possible.
//                                    It reports what the game lacks; --allow <origins, or found> lets it load from elsewhere
//   npm start -- --share             opens it to phones in the same network over https, with a QR code; --share=<address of this machine>
//   PORT=9000 npm start              on other ports: PORT, and GAMES_PORT, which is PORT + 1 by default
//   npm run dev                      the same with hot reload of the portal and restart of the server
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, exists, isBuilt } from './setup/builds.mjs';
import { nodeFlags } from './setup/node-flags.mjs';
import { runForeground } from './setup/run-foreground.mjs';
import { root, runCommand, setUp, SetupError, showHelp } from './setup/set-up.mjs';

const flags = [...nodeFlags, '--import', './scripts/setup/end-with-parent.mjs'];
const args = process.argv.slice(2);

await runCommand(() => {
  if (showHelp(fileURLToPath(import.meta.url))) return 0;
  return process.env.NODE_ENV === 'production' ? startRelease() : startLab();
});

function startRelease() {
  if (!exists('release'))
    throw new SetupError('There is no build. In production npm start builds nothing: run npm run build first.');
  if (!isBuilt('release')) process.stderr.write('dist/release is older than the sources: run npm run build.\n');
  const release = join(root, 'dist', 'release');
  return runForeground(join(release, 'bin', 'node'), [...flags, join(release, 'server', 'main.ts'), ...args], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: join(release, 'bin', 'compiled'), NODE_COMPILE_CACHE_PORTABLE: '1' },
  });
}

function startLab() {
  const node = setUp();
  build(['portal', 'console', 'sdk'], node);
  return runForeground(node, [...flags, join(root, 'lab', 'main.ts'), ...args], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env },
  });
}
