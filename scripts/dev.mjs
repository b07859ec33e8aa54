// `npm run dev`: the lab for developing the portal and the server. A change of a component or a style shows in the open page at
// once (Vite); a change of the server restarts it (node --watch) and reloads the page. Takes the arguments of `npm start`.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, exists } from './setup/builds.mjs';
import { nodeFlags } from './setup/node-flags.mjs';
import { runForeground } from './setup/run-foreground.mjs';
import { root, runCommand, setUp, showHelp } from './setup/set-up.mjs';

await runCommand(() => {
  if (showHelp(fileURLToPath(import.meta.url))) return 0;
  const node = setUp();
  if (!exists('sdk')) build(['sdk'], node);
  const flags = ['--watch', '--watch-preserve-output', ...nodeFlags, '--import', './scripts/setup/end-with-parent.mjs'];
  return runForeground(node, [...flags, join(root, 'lab', 'main.ts'), '--dev', ...process.argv.slice(2)], {
    cwd: root,
    env: {
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
      // In development a page loads hundreds of files.
      REQUESTS_PER_MINUTE: '100000',
      SERVER_RENDERING: 'off',
      DRAIN_SECONDS: '0',
      ...process.env,
    },
  });
});
