// npm run drills -- <name>: what an operator does, done for real with the real programs, and what came of it, line by line.
const drills: Readonly<Record<string, () => Promise<unknown>>> = {
  pools: () => import('./pools/main.ts'),
  secrets: () => import('./secrets/main.ts'),
  production: () => import('./production/run-production-drill.ts'),
  upgrade: () => import('./upgrade/run-upgrade-drill.ts'),
  trust: () => import('./trust/run-trust-drill.ts'),
};

const name = process.argv[2] ?? '';
const drill = Object.hasOwn(drills, name) ? drills[name] : undefined;
if (drill) await drill();
else {
  process.stderr.write(`Usage: npm run drills -- ${Object.keys(drills).join(' | ')}\n`);
  process.exitCode = 1;
}
