// `npm run build`: the portal, the SDK, and from them dist/release, the folder that is shipped; each when its inputs have
// changed. Also a step of `npm test`.
import { fileURLToPath } from 'node:url';
import { createProgress } from './setup/progress.mjs';
import { setUpDependencies, setUpNode, setUpPortal, setUpRelease, setUpSdk } from './setup/set-up.mjs';
import { runCommand } from './setup/setup-failure.mjs';
import { showHelp } from './setup/show-help.mjs';

await runCommand(async () => {
  if (showHelp(fileURLToPath(import.meta.url))) return 0;
  const progress = createProgress(process.stdout, 5);
  await setUpDependencies(progress);
  const node = await setUpNode(progress);
  await setUpPortal(progress, node);
  await setUpSdk(progress, node);
  await setUpRelease(progress, node);
  return 0;
});
