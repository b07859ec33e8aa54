// `npm test`: sets up the dependencies, then hands over to scripts/test.ts under the right Node.
import { join } from 'node:path';

import { createProgress } from './setup/progress.mjs';
import { runForeground } from './setup/run-foreground.mjs';
import { root, setUpDependencies, setUpNode } from './setup/set-up.mjs';
import { runCommand, SetupFailure } from './setup/setup-failure.mjs';
import { showHelp } from './setup/show-help.mjs';

await runCommand(async () => {
  if (showHelp(join(root, 'scripts', 'test.ts'))) return 0;
  try {
    const progress = createProgress(process.stdout, 2);
    await setUpDependencies(progress);
    const node = await setUpNode(progress);
    const args = [
      '--import',
      './scripts/setup/end-with-parent.mjs',
      join(root, 'scripts', 'test.ts'),
      ...process.argv.slice(2),
    ];
    // Most tests start programs of their own, each of which would compile the same files.
    const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env };
    return await runForeground(node, args, { cwd: root, env });
  } catch (error) {
    // The last line is promised in every case, also when nothing could be tested.
    if (error instanceof SetupFailure) process.once('exit', () => process.stdout.write('0 passed, 1 failed\n'));
    throw error;
  }
});
