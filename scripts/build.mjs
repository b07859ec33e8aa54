// `npm run build`: the portal, the SDK, and from them dist/release, the folder that is shipped; each when its inputs have
// changed. With --tests, as `npm test` calls it, also the lab in one file, which tests start.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { createProgress } from './setup/progress.mjs';
import { setUpDependencies, setUpLab, setUpNode, setUpPortal, setUpRelease, setUpSdk } from './setup/set-up.mjs';
import { runCommand } from './setup/setup-failure.mjs';
import { showHelp } from './setup/show-help.mjs';

await runCommand(async () => {
  if (showHelp(fileURLToPath(import.meta.url))) return 0;
  const { tests } = parseArgs({ options: { tests: { type: 'boolean', default: false } } }).values;
  const progress = createProgress(process.stdout, tests ? 6 : 5);
  await setUpDependencies(progress);
  const node = await setUpNode(progress);
  await setUpPortal(progress, node);
  await setUpSdk(progress, node);
  await setUpRelease(progress, node);
  if (tests) await setUpLab(progress, node);
  return 0;
});
