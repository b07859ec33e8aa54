// `npm run screens`: pictures of every screen and modal, into screens/, which git ignores.
//   npm run screens                  everything
//   npm run screens -- -g "fa, 375"  only what Playwright finds by these words
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot, runPackage } from './testing/run-program.ts';

const folder = join(projectRoot, 'screens');
const args = process.argv.slice(2);
if (args.length === 0) rmSync(folder, { recursive: true, force: true });
const config = ['--config', 'e2e/screens/screens.config.ts'];
const { ok } = await runPackage('@playwright/test', 'playwright', ['test', ...config, ...args], { isShown: true });
process.stdout.write(`${globSync('**/*.png', { cwd: folder }).length} pictures are in ${folder}.\n`);
process.exitCode = ok ? 0 : 1;
