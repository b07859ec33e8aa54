// npm run drills -- production [--short | --filled]: finds the programs that the drill needs, and runs it. Without a word: whole, and then with
// a portal that a content folder has filled.
import { parseArgs } from 'node:util';
import { findBrowser } from '#scripts/testing/find-browser.ts';
import { drillPackages, findPrograms } from '#scripts/testing/find-program.ts';
import { findRedis } from '#scripts/testing/find-redis.ts';
import { startProductionDrill, type DrillForm } from './start-production-drill.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const quiet = (): void => undefined;

const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, filled: { type: 'boolean', default: false } },
  allowPositionals: true,
});
process.exitCode = await run(values.short ? ['short'] : values.filled ? ['filled'] : ['whole', 'filled']);

async function run(forms: readonly DrillForm[]): Promise<number> {
  const missing = await findPrograms(drillPackages, quiet);
  if (missing !== undefined) return fail(missing);
  if (!forms.includes('short')) {
    const browser = await findBrowser(quiet);
    if ('missing' in browser) return fail(browser.missing);
    process.env['CHROME_PATH'] = browser.path;
  }
  const redis = await findRedis(quiet);
  if ('missing' in redis) return fail(redis.missing);
  const redisServer = 'path' in redis ? redis.path : undefined;
  let failed = 0;
  for (const form of forms) {
    const end = await startProductionDrill({ form, redisServer, say });
    if (end.outcome === 'impossible') return fail(end.reason);
    if (end.outcome === 'failed') failed += 1;
  }
  return failed === 0 ? 0 : 1;
}

function fail(why: string): number {
  process.stderr.write(`${why}\n`);
  return 1;
}
