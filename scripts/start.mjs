// `npm start`: all set-up, then the server. Plain JavaScript without dependencies: it runs before there are any, on
// whatever Node the machine has (18 or later).
import { join } from 'node:path';

import { createProgress } from './setup/progress.mjs';
import { runForeground } from './setup/run-foreground.mjs';
import { root, setUpDependencies, setUpNode, setUpPortal, setUpSdk } from './setup/set-up.mjs';
import { runCommand } from './setup/setup-failure.mjs';

await runCommand(async () => {
  const progress = createProgress(process.stdout, 5);
  await setUpDependencies(progress);
  const node = await setUpNode(progress);
  await setUpPortal(progress, node);
  await setUpSdk(progress, node);

  const program = process.env.NODE_ENV === 'production' ? 'server/main.ts' : 'lab/main.ts';
  progress.step('Server').done(program);
  const flags = [
    '--disable-proto=delete',
    '--enable-experimental-regexp-engine-on-excessive-backtracks',
    '--import',
    './scripts/setup/end-with-parent.mjs',
  ];
  return runForeground(node, [...flags, join(root, program), ...process.argv.slice(2)], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env },
  });
});
