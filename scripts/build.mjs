// Builds the portal and the SDK when their inputs have changed, and nothing else: a step of `npm test` and of a release.
import { createProgress } from './setup/progress.mjs';
import { setUpDependencies, setUpNode, setUpPortal, setUpSdk } from './setup/set-up.mjs';
import { runCommand } from './setup/setup-failure.mjs';

await runCommand(async () => {
  const progress = createProgress(process.stdout, 4);
  await setUpDependencies(progress);
  const node = await setUpNode(progress);
  await setUpPortal(progress, node);
  await setUpSdk(progress, node);
  return 0;
});
