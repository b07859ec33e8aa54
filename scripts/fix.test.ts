// Tests the pre-commit hook in a temporary git repository with the project's configuration.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const UGLY = 'export const a="1"\n';
const TIDY = `export const a = '1';\n`;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fxid-fix-'));
  for (const name of [
    'scripts',
    '.githooks',
    'package.json',
    'tsconfig.json',
    'tsconfig',
    '.oxlintrc.json',
    '.oxfmtrc.json',
  ]) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  git('init', '--quiet', '.');
  for (const [name, value] of [
    ['user.name', 'Trial'],
    ['user.email', 'trial@example.org'],
    ['core.hooksPath', '.githooks'],
  ] as const) {
    git('config', name, value);
  }
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the pre-commit hook', () => {
  it('formats staged files and commits the result', () => {
    write('server/a.ts', UGLY);
    git('add', 'server/a.ts');
    expect(commit()).toMatchObject({ status: 0 });
    expect(git('show', 'HEAD:server/a.ts')).toBe(TIDY);
    expect(git('status', '--porcelain', 'server')).toBe('');
  });

  it('does not touch a file that is not staged', () => {
    write('server/a.ts', TIDY);
    write('server/b.ts', UGLY);
    git('add', 'server/a.ts');
    expect(commit()).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, 'server/b.ts'), 'utf8')).toBe(UGLY);
  });

  it('commits the staged lines of a file and does not touch the others', () => {
    write('server/a.ts', TIDY);
    git('add', 'server/a.ts');
    const unstaged = `${TIDY}export const b="2"\n`;
    write('server/a.ts', unstaged);
    const { status, stderr } = commit();
    expect(stderr).toContain('Only partly staged');
    expect(status).toBe(0);
    expect(git('show', 'HEAD:server/a.ts')).toBe(TIDY);
    expect(readFileSync(join(folder, 'server/a.ts'), 'utf8')).toBe(unstaged);
  });

  it('rejects staged lines that need a fix if only part of the file is staged', () => {
    write('server/a.ts', UGLY);
    git('add', 'server/a.ts');
    write('server/a.ts', `${UGLY}export const b = 2;\n`);
    const { status, stderr } = commit();
    expect(status).not.toBe(0);
    expect(stderr).toContain('Stage the rest of these files');
    expect(readFileSync(join(folder, 'server/a.ts'), 'utf8')).toBe(`${UGLY}export const b = 2;\n`);
  });

  it('rejects errors that the linter cannot fix', () => {
    write('server/a.ts', 'export const a = (value: any): string => String(value);\n');
    git('add', 'server/a.ts');
    const { status, stderr } = commit();
    expect(status).not.toBe(0);
    expect(stderr).toContain('no-explicit-any');
  });

  it('allows a commit without dependencies and prints a notice', () => {
    rmSync(join(folder, 'node_modules'));
    write('server/a.ts', UGLY);
    git('add', 'server/a.ts');
    const { status, stderr } = commit();
    expect(status).toBe(0);
    expect(stderr).toContain('the dependencies are not installed');
  });
});

function commit() {
  return spawnSync('git', ['commit', '--quiet', '--message', 'trial'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 50_000,
    env: cleanEnvironment(),
  });
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', timeout: 50_000, env: cleanEnvironment() });
}

// When the tests run from a hook, git would use the outer repository's variables.
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
