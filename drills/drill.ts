// npm run drills: runs operators' tasks and failures with the real programs and prints the result of each step. `--
// <name>` runs one drill; without a name all run one after the other.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

const drills: Readonly<Record<string, () => Promise<unknown>>> = {
  storms: () => import('./storms/run-storms.ts'),
  journeys: () => import('./journeys/run-journeys.ts'),
  money: () => import('./money/run-money-drill.ts'),
  trust: () => import('./trust/run-trust-drill.ts'),
  checklist: () => import('./checklist/run-checklist-drill.ts'),
  pools: () => import('./pools/main.ts'),
  secrets: () => import('./secrets/main.ts'),
  upgrade: () => import('./upgrade/run-upgrade-drill.ts'),
  cluster: () => import('./cluster/run-cluster-drill.ts'),
  alerts: () => import('./alerts/main.ts'),
  lighthouse: () => import('./lighthouse/run-lighthouse-drill.ts'),
  production: () => import('./production/run-production-drill.ts'),
};

const {
  positionals: [name],
} = parseArgs({ allowPositionals: true, strict: false });
if (name === undefined) await runAll();
else if (Object.hasOwn(drills, name)) await drills[name]?.();
else {
  process.stderr.write(`Usage: npm run drills -- [${Object.keys(drills).join(' | ')}]\n`);
  process.exitCode = 1;
}

/** Runs each drill in its own process, so that a failed one does not stop the others. */
async function runAll(): Promise<void> {
  for (const each of Object.keys(drills)) {
    process.stdout.write(`\n${each}\n`);
    const child = spawn(process.execPath, [...process.execArgv, import.meta.filename, each], { stdio: 'inherit' });
    const [status] = (await once(child, 'exit')) as [number | null];
    if (status !== 0) process.exitCode = 1;
  }
}
