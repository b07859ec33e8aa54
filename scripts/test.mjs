// `npm test`: sets up the dependencies, then hands over to scripts/test.ts under the right Node.
import { join } from 'node:path';

import { createProgress } from './setup/progress.mjs';
import { runForeground } from './setup/run-foreground.mjs';
import { root, setUpDependencies, setUpNode } from './setup/set-up.mjs';
import { runCommand, SetupFailure } from './setup/setup-failure.mjs';

await runCommand(async () => {
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
    return await runForeground(node, args, { cwd: root, env: process.env });
  } catch (error) {
    // The last line is promised in every case, also when nothing could be tested.
    if (error instanceof SetupFailure) process.once('exit', () => process.stdout.write('0 passed, 1 failed\n'));
    throw error;
  }
});
