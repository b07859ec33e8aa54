// `npm run build`: builds the portal, the console, the SDK, and from them dist/release, the folder that is shipped. Only what has changed.
//   npm run build -- lab    others: portal, console, sdk, release, or lab, the lab as one file, which tests start
import { fileURLToPath } from 'node:url';

import { build } from './setup/builds.mjs';
import { runCommand, setUp, showHelp } from './setup/set-up.mjs';

await runCommand(() => {
  if (showHelp(fileURLToPath(import.meta.url))) return 0;
  const names = process.argv.slice(2);
  build(names.length === 0 ? ['portal', 'console', 'sdk', 'release'] : names, setUp());
  return 0;
});
