// `npm start`: on a laptop all set-up, then the lab. In production nothing is installed or built: it starts what
// `npm run build` has made.
//   npm start -- --game ./my-game    the lab with a game of yours, a folder or the address of a page; also several.
//                                    It says what the game lacks; --allow <origins, or found> lets it load from elsewhere
//   npm start -- --share             opens it to phones in the same network, over https, with a QR code; --share=<address of this machine>
//   PORT=9000 npm start              on other ports: PORT, and GAMES_PORT, which is the one after it unless given

// Plain JavaScript without dependencies: it runs before there are any, on whatever Node the
// machine has (18 or later).
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { isReleaseBuilt, isReleaseThere } from './setup/build-release.mjs';
import { nodeFlags } from './setup/node-flags.mjs';
import { createProgress } from './setup/progress.mjs';
import { runForeground } from './setup/run-foreground.mjs';
import { root, setUpDependencies, setUpNode, setUpPortal, setUpSdk } from './setup/set-up.mjs';
import { runCommand, SetupFailure } from './setup/setup-failure.mjs';
import { showHelp } from './setup/show-help.mjs';

const flags = [...nodeFlags, '--import', './scripts/setup/end-with-parent.mjs'];
const args = process.argv.slice(2);

if (!showHelp(fileURLToPath(import.meta.url)))
  await runCommand(() => (process.env.NODE_ENV === 'production' ? startRelease() : startLab()));

function startRelease() {
  if (!isReleaseThere(root))
    throw new SetupFailure({
      what: 'There is nothing to start: in production npm start neither installs nor builds.',
      remedy: 'Run npm run build, here or on another machine of this kind, and start what it makes: dist/release/fxid.',
    });
  if (!isReleaseBuilt(root))
    process.stderr.write('dist/release is older than the sources beside it; npm run build makes it anew.\n');
  const release = join(root, 'dist', 'release');
  return runForeground(join(release, 'bin', 'node'), [...flags, join(release, 'server', 'main.ts'), ...args], {
    cwd: root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(release, 'bin', 'compiled'),
      NODE_COMPILE_CACHE_PORTABLE: '1',
    },
  });
}

async function startLab() {
  const progress = createProgress(process.stdout, 5);
  await setUpDependencies(progress);
  const node = await setUpNode(progress);
  await setUpPortal(progress, node);
  await setUpSdk(progress, node);

  const program = 'lab/main.ts';
  progress.step('Server').done(program);
  return runForeground(node, [...flags, join(root, program), ...args], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env },
  });
}
