// npm run conformance: installs the vendors' libraries if they are missing or outdated, then checks and runs the tests.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const root = join(folder, '..');
const lock = join(folder, 'package-lock.json');
const installed = join(folder, 'node_modules/.installed-lock');

if (!existsSync(installed) || readFileSync(installed, 'utf8') !== readFileSync(lock, 'utf8')) {
  run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--prefix', folder]);
  copyFileSync(lock, installed);
}
run(process.execPath, ['node_modules/typescript/bin/tsc', '--build', 'conformance']);
run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--config', 'conformance/vitest.config.ts']);

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
