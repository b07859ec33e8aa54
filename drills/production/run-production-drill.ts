// npm run drills -- production [--short]: finds the programs that the drill needs, and runs it.
import { parseArgs } from 'node:util';
import { findBrowser } from '#scripts/testing/find-browser.ts';
import { drillPackages, findPrograms } from '#scripts/testing/find-program.ts';
import { findRedis } from '#scripts/testing/find-redis.ts';
import { startProductionDrill } from './start-production-drill.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const quiet = (): void => undefined;

const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false } },
  allowPositionals: true,
});
process.exitCode = await run(values.short);

async function run(isShort: boolean): Promise<number> {
  const missing = await findPrograms(drillPackages, quiet);
  if (missing !== undefined) return fail(missing);
  if (!isShort) {
    const browser = await findBrowser(quiet);
    if ('missing' in browser) return fail(browser.missing);
    process.env['CHROME_PATH'] = browser.path;
  }
  const redis = await findRedis(quiet);
  if ('missing' in redis) return fail(redis.missing);
  const redisServer = 'path' in redis ? redis.path : undefined;
  const end = await startProductionDrill({ isShort, redisServer, say });
  if (end.outcome === 'impossible') return fail(end.reason);
  return end.outcome === 'passed' ? 0 : 1;
}

function fail(why: string): number {
  process.stderr.write(`${why}\n`);
  return 1;
}
