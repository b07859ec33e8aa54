// Tests the checks themselves: each tool, with the project's configuration, must find deliberate mistakes and accept
// one correct file (otherwise it might fail for another reason).
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, describe, expect, it } from 'vitest';

import { readSources } from './architecture/read-sources.ts';

const root = join(import.meta.dirname, '..');
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const FINE_USER = `import { fine } from '#model/fine.ts';\n\nexport const more = fine + 1;\n`;
const INCOMPLETE_SWITCH = `export const a = (kind: 'one' | 'two'): number => {
  switch (kind) {
    case 'one':
      return 1;
  }
  return 0;
};
`;
const FLAWLESS = { 'model/fine.ts': 'export const fine = 1;\n' };

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly filename: string;
}

describe('the compiler', () => {
  const mistakes: [what: string, error: RegExp, files: Record<string, string>][] = [
    [
      'a server adapter in the portal',
      /portal\/leak\.ts.*TS6307/,
      {
        'platforms/one/adapter.server.ts': 'export const one = 1;\n',
        'portal/leak.ts': `export { one } from '#platforms/one/adapter.server.ts';\n`,
      },
    ],
    [
      'a server adapter in a browser adapter',
      /three\/adapter\.browser\.ts.*TS6307/,
      {
        'platforms/three/client.server.ts': 'export const three = 1;\n',
        'platforms/three/adapter.browser.ts': `export { three } from './client.server.ts';\n`,
      },
    ],
    [
      'a server file in a file that runs anywhere',
      /model\/anywhere\.ts.*TS6307/,
      {
        'model/secret.server.ts': 'export const secret = 1;\n',
        'model/anywhere.ts': `export { secret } from './secret.server.ts';\n`,
      },
    ],
    [
      'the browser in a server adapter',
      /two\/adapter\.server\.ts.*'window'/,
      { 'platforms/two/adapter.server.ts': 'export const title = (): string => window.document.title;\n' },
    ],
    [
      'Node in a browser adapter',
      /one\/adapter\.browser\.ts.*'process'/,
      { 'platforms/one/adapter.browser.ts': 'export const folder = (): string => process.cwd();\n' },
    ],
    [
      'the browser in the model',
      /model\/title\.ts.*'document'/,
      { 'model/title.ts': 'export const title = (): string => document.title;\n' },
    ],
  ];
  // One run checks all mistakes and must report exactly one error for each.
  let found: Promise<string[]> | undefined;
  it.each(mistakes)('refuses %s', async (_, error) => {
    found ??= findMistakes();
    expect((await found).filter((line) => error.test(line))).toHaveLength(1);
    expect(await found).toHaveLength(mistakes.length);
  });

  async function findMistakes(): Promise<string[]> {
    const everywhere = { ...FLAWLESS, 'server/fine.ts': FINE_USER, 'portal/fine.ts': FINE_USER };
    const files = mistakes.map(([, , each]) => each);
    const { ok, output } = await run(['typescript/bin/tsc', '--build'], Object.assign({}, everywhere, ...files));
    expect(ok).toBe(false);
    return output.split('\n').filter((line) => line.includes(': error '));
  }

  it('reads every source file of the project', async () => {
    const projects = await Promise.all(
      [
        ...['shared', 'bridge', 'sdk', 'compat', 'server', 'browser', 'console', 'e2e'].map(
          (name) => `tsconfig/${name}.json`,
        ),
        'conformance/tsconfig.json',
      ].map(async (path) => ({
        folder: dirname(path),
        ...(await execute(['typescript/bin/tsc', '--project', path, '--showConfig'], root)),
      })),
    );
    const compiled = new Set(
      projects.flatMap(({ folder, output }) =>
        (JSON.parse(output) as { files: string[] }).files.map((path) => join(root, folder, path)),
      ),
    );
    const sources = readSources(root).filter(({ path }) => /\.tsx?$/.test(path));
    expect(sources.length).toBeGreaterThan(80);
    expect(sources.filter(({ path }) => !compiled.has(join(root, path))).map(({ path }) => path)).toEqual([]);
  });

  it('accepts a flawless project', async () => {
    const files = { ...FLAWLESS, 'server/fine.ts': FINE_USER, 'portal/fine.ts': FINE_USER };
    expect(await run(['typescript/bin/tsc', '--build'], files)).toEqual({ ok: true, output: '' });
  });
});

describe('the linter', () => {
  const mistakes: [what: string, rule: string, files: Record<string, string>][] = [
    [
      'a floating promise',
      'no-floating-promises',
      { 'server/promise.ts': 'const later = async () => 1;\nexport const a = () => {\n  later();\n};\n' },
    ],
    [
      'a circle through # imports',
      'no-cycle',
      {
        'model/a.ts': `import { b } from '#model/b.ts';\nexport const a = (): number => b();\n`,
        'model/b.ts': `import { a } from '#model/a.ts';\nexport const b = (): number => a();\n`,
      },
    ],
    [
      'a circle of types',
      'no-cycle',
      {
        'server/one.ts': `import type { Two } from './two.ts';\nexport type One = Two | 1;\n`,
        'server/two.ts': `import type { One } from './one.ts';\nexport type Two = One | 2;\n`,
      },
    ],
    ['a default export', 'no-default-export', { 'server/default.ts': 'const a = 1;\nexport default a;\n' }],
    [
      'a raw fetch',
      'no-restricted-globals',
      { 'server/fetch.ts': `export const a = () => fetch('https://example.org');\n` },
    ],
    ['the environment', 'no-restricted-globals', { 'server/env.ts': `export const a = process.env['A'];\n` }],
    ['any', 'no-explicit-any', { 'server/any.ts': 'export const a = (value: any): string => String(value);\n' }],
    ['a case left out', 'switch-exhaustiveness-check', { 'model/switch.ts': INCOMPLETE_SWITCH }],
    ['a text in the source', 'jsx-no-literals', { 'portal/A.tsx': 'export const A = () => <p>Hello</p>;\n' }],
    ['raw HTML', 'no-restricted-properties', { 'portal/html.ts': `document.body.innerHTML = 'x';\n` }],
  ];
  // All mistakes are checked in one run, whose output names the file of each.
  let found: Promise<Finding[]> | undefined;
  it.each(mistakes)('refuses %s', async (_, rule, files) => {
    found ??= findMistakes();
    const own = (await found).filter(({ filename }) => filename in files);
    expect(own).toContainEqual(
      expect.objectContaining({ code: expect.stringContaining(`(${rule})`), severity: 'error' }),
    );
  });

  it('accepts a flawless project, also next to mistakes', async () => {
    const alone = await run(linter, { ...FLAWLESS, 'server/fine.ts': FINE_USER });
    expect(JSON.parse(alone.output)).toMatchObject({ diagnostics: [] });
    expect(alone.ok).toBe(true);
    found ??= findMistakes();
    expect((await found).filter(({ filename }) => filename in FLAWLESS)).toEqual([]);
  });

  const linter: [string, ...string[]] = [
    'oxlint/bin/oxlint',
    '--deny-warnings',
    '--format=json',
    'model',
    'server',
    'portal',
  ];
  async function findMistakes(): Promise<Finding[]> {
    const { ok, output } = await run(linter, Object.assign({}, FLAWLESS, ...mistakes.map(([, , files]) => files)));
    expect(ok).toBe(false);
    return (JSON.parse(output) as { diagnostics: Finding[] }).diagnostics;
  }
});

describe('the formatter', () => {
  it('refuses another layout', async () => {
    const { ok, output } = await run(['oxfmt/bin/oxfmt', '--check'], {
      ...FLAWLESS,
      'server/a.ts': 'export const a="1"\n',
    });
    expect(output).toContain('server/a.ts');
    expect(output).not.toContain('model/fine.ts');
    expect(ok).toBe(false);
  });
});

describe('the search for dead code', () => {
  it('rejects an unused file and an unused export', async () => {
    const { ok, output } = await run(['knip/bin/knip.js', '--include', 'files,exports'], {
      'server/main.ts': `import { used } from './used.ts';\n\nused();\n`,
      'server/used.ts': 'export const used = (): number => 1;\nexport const lonely = 2;\n',
      'server/orphan.ts': 'export const orphan = 1;\n',
    });
    expect(output).toMatch(/lonely.*server\/used\.ts/);
    expect(output).toContain('server/orphan.ts');
    expect(output).not.toMatch(/\bused\b.*server\/used\.ts/);
    expect(ok).toBe(false);
  });
});

async function run(
  command: [string, ...string[]],
  files: Record<string, string>,
): Promise<{ ok: boolean; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'fxid-net-'));
  folders.push(folder);
  for (const name of ['package.json', 'knip.json', 'tsconfig.json', 'tsconfig', '.oxlintrc.json', '.oxfmtrc.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  // The linter requires that every configured folder exists.
  for (const name of ['model', 'server', 'portal']) mkdirSync(join(folder, name), { recursive: true });
  return execute(command, folder);
}

async function execute(
  [program, ...args]: [string, ...string[]],
  cwd: string,
): Promise<{ ok: boolean; output: string }> {
  const command = [join(root, 'node_modules', program), ...args];
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command, {
      cwd,
      env,
      timeout: 50_000,
    });
    return { ok: true, output: stdout + stderr };
  } catch (error) {
    // A tool that finds mistakes prints them; any other failure is an error of this test.
    if (
      !(
        error instanceof Error &&
        'stdout' in error &&
        'stderr' in error &&
        'code' in error &&
        typeof error.code === 'number'
      )
    )
      throw error;
    return { ok: false, output: `${String(error.stdout)}${String(error.stderr)}` };
  }
}
