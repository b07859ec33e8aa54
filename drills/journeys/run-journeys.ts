// npm run drills -- journeys: the journeys of which npm test goes some of the ways, with all of them: every language, width and
// colour scheme, every hostile address, every odd payment on every platform.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runSteps } from '../run-steps.ts';
import { runJourneys, runSmoke } from '../run-tests.ts';

const root = join(import.meta.dirname, '../..');
const files = globSync('e2e/*.spec.ts', { cwd: root })
  .filter((file) => /drillSize\(|@drill/.test(readFileSync(join(root, file), 'utf8')))
  .sort();

await runSteps(async (step) => {
  for (const file of files) await step(file, () => runJourneys(file));
  await step('e2e/browsers', runSmoke);
});
