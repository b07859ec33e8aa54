// npm run drills -- production [--short | --filled]: finds the programs that the drill needs and runs it. Without an
// option it runs the whole drill, then the one with a portal filled from a content folder.
import { parseArgs } from 'node:util';
import { drillPrograms, findOnPath, installPrograms } from '#scripts/testing/programs.ts';
import { startProductionDrill, type DrillScope } from './start-production-drill.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, filled: { type: 'boolean', default: false } },
  allowPositionals: true,
});
process.exitCode = await run(values.short ? ['short'] : values.filled ? ['filled'] : ['whole', 'filled']);

async function run(forms: readonly DrillScope[]): Promise<number> {
  const missing = await installPrograms(forms.includes('short') ? drillPrograms : [...drillPrograms, 'chromium']);
  if (missing !== undefined) return fail(missing);
  const redisServer = findOnPath('redis-server');
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
