// `npm run fix`: formats everything and applies the linter's safe corrections.
// `npm run fix -- --staged` (the pre-commit hook): only the staged files, which are then staged again. A file that is
// staged in part is only checked, as it will be committed: correcting it would have to guess which lines belong.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { projectRoot, runPackage } from './testing/run-program.ts';

const LINTED = /\.(m?[jt]s|tsx)$/;

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const { values } = parseArgs({ options: { staged: { type: 'boolean', default: false } } });
    return (await (values.staged ? fixStaged() : fixAll())) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
}

async function fixAll(): Promise<boolean> {
  // The linter runs first, so that its insertions are formatted.
  const linted = await say('oxlint', ['--fix', '--deny-warnings']);
  return (await say('oxfmt', ['.'])) && linted;
}

async function fixStaged(): Promise<boolean> {
  const staged = listFiles('diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z');
  const changedSince = new Set(listFiles('diff', '--name-only', '-z'));
  const whole = staged.filter((file) => !changedSince.has(file));
  const partial = staged.filter((file) => changedSince.has(file));
  const code = whole.filter((file) => LINTED.test(file));

  let ok =
    code.length === 0 ||
    (await say('oxlint', ['--fix', '--deny-warnings', '--no-error-on-unmatched-pattern', ...code]));
  if (whole.length > 0) {
    ok = (await say('oxfmt', ['--no-error-on-unmatched-pattern', ...whole])) && ok;
    git('add', '--', ...whole);
  }
  return (await checkPartial(partial)) && ok;
}

// Checks only the staged content, exported to a temporary folder with the project's configuration.
async function checkPartial(files: readonly string[]): Promise<boolean> {
  if (files.length === 0) return true;
  process.stderr.write(`Only partly staged, so checked but not changed: ${files.join(', ')}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'fxid-staged-'));
  try {
    git('checkout-index', `--prefix=${folder}/`, '--', ...files);
    const config = [
      '--config',
      join(projectRoot, '.oxfmtrc.json'),
      '--disable-nested-config',
      '--no-error-on-unmatched-pattern',
    ];
    const ok = await say('oxfmt', ['--check', ...config, folder]);
    if (!ok) process.stderr.write('Stage the rest of these files, or run npm run fix and stage the lines again.\n');
    return ok;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function say(tool: 'oxfmt' | 'oxlint', args: readonly string[]): Promise<boolean> {
  const run = await runPackage(tool, tool, args);
  if (!run.ok) process.stderr.write(`${run.output.trimEnd()}\n`);
  return run.ok;
}

function listFiles(...args: string[]): string[] {
  return git(...args)
    .split('\0')
    .filter((name) => name !== '');
}

function git(...args: string[]): string {
  const run = spawnSync('git', args, {
    cwd: projectRoot,
    encoding: 'utf8',
    timeout: 30_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.status !== 0)
    throw new Error(`git ${args[0]} failed: ${run.stderr || String(run.error)}. Is this a git work tree?`);
  return run.stdout;
}
