// npm run drills -- journeys: runs the browser tests in full, of which npm test runs a sample: every language, width
// and colour scheme, every hostile address, every odd payment on every platform.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runSteps } from '../run-steps.ts';
import { runJourneys, runSmoke } from '../run-tests.ts';

const root = join(import.meta.dirname, '../..');
const files = globSync('e2e/*.spec.ts', { cwd: root })
  .filter((file) => /chooseDrillSize\(|@drill|testForeignGames\(/.test(readFileSync(join(root, file), 'utf8')))
  .sort();

await runSteps(async (step) => {
  const failures: string[] = [];
  const go = (file: string, run: () => Promise<void>): Promise<unknown> =>
    step(file, run).catch((error: unknown) =>
      failures.push(`${file}\n${error instanceof Error ? error.message : String(error)}`),
    );
  for (const file of files) await go(file, () => runJourneys(file));
  await go('e2e/browsers', runSmoke);
  await step('every journey was completed', async () => {
    if (failures.length > 0) throw new Error(failures.join('\n\n'));
  });
});
