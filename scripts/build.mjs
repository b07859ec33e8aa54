// Builds the portal when its inputs have changed, and nothing else: a step of `npm test` and of a release.
import { createProgress } from './setup/progress.mjs';
import { setUpDependencies, setUpNode, setUpPortal } from './setup/set-up.mjs';
import { runCommand } from './setup/setup-failure.mjs';

await runCommand(async () => {
  const progress = createProgress(process.stdout, 3);
  await setUpDependencies(progress);
  await setUpPortal(progress, await setUpNode(progress));
  return 0;
});
