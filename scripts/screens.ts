// `npm run screens`: pictures of every screen and modal, into screens/, which git ignores.
//   npm run screens                  everything
//   npm run screens -- -g "fa, 375"  only what Playwright finds by these words
//   npm run screens -- --guides      only the pictures of docs/guides, into docs/pictures
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot, runPackage } from './testing/run-program.ts';

const folder = join(projectRoot, 'screens');
const guides = 'pictures of the guides';
const given = process.argv.slice(2);
if (given.length === 0) rmSync(folder, { recursive: true, force: true });
const choice = given.includes('--guides') ? ['-g', guides] : [...given, '--grep-invert', guides];
const config = ['--config', 'e2e/screens/screens.config.ts'];
const { ok } = await runPackage('@playwright/test', 'playwright', ['test', ...config, ...choice], { isShown: true });
process.stdout.write(`${globSync('**/*.png', { cwd: folder }).length} pictures are in ${folder}.\n`);
process.exitCode = ok ? 0 : 1;
