import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { programEnvironment } from '#server/testing/program-environment.ts';
import { HelpRequestedError } from '#server/db/read-command.ts';
import { readCheckArguments } from './check-portal.ts';
import { okFinding, problemFinding, warningFinding, type NamedCheck } from './finding.ts';
import { runChecks } from './run-checks.ts';

const check = (name: string, run: NamedCheck['run']): NamedCheck => ({ name, run });

test('reports every finding in order with its remedy, and returns the worst verdict', async () => {
  const lines: string[] = [];
  const slow = check('clock', async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return [okFinding('it is right'), warningFinding('it drifts', 'Set it.')];
  });
  const report = (line: string): void => void lines.push(line);
  expect(await runChecks([slow, check('mail', async () => [okFinding('it leaves')])], report)).toBe('warning');
  expect(lines).toEqual([
    'ok       clock: it is right',
    'warning  clock: it drifts',
    '         Set it.',
    'ok       mail: it leaves',
  ]);
  expect(await runChecks([check('mail', async () => [okFinding('it leaves')])], report)).toBe('ok');
  expect(await runChecks([slow, check('mail', async () => [problemFinding('it stays', 'Go.')])], report)).toBe(
    'problem',
  );
});

test('continues if a check throws or never ends', async () => {
  const lines: string[] = [];
  const checks = [
    check('one', () => Promise.reject(new Error('it broke'))),
    check('two', () => new Promise(() => undefined)),
    check('three', async () => [okFinding('fine')]),
  ];
  expect(await runChecks(checks, (line) => lines.push(line), { timeoutMs: 10 })).toBe('problem');
  expect(lines.filter((line) => !line.startsWith(' '))).toEqual([
    "problem  one: couldn't be checked: it broke",
    "warning  two: couldn't be checked: it took longer than 0.01 s",
    'ok       three: fine',
  ]);
});

test('a check that only takes too long is a warning, because the machine may be busy', async () => {
  const never = check('slow', () => new Promise(() => undefined));
  expect(await runChecks([never], () => undefined, { timeoutMs: 10 })).toBe('warning');
});

test('rejects unknown arguments', () => {
  expect(readCheckArguments([])).toEqual({ mailTo: undefined });
  expect(readCheckArguments(['--mail-to', 'op@play.example'])).toMatchObject({ mailTo: 'op@play.example' });
  expect(() => readCheckArguments(['--help'])).toThrow(HelpRequestedError);
  for (const wrong of [['--mail-to'], ['--mail-to', 'a,b@c'], ['mail'], ['--fast']])
    expect(() => readCheckArguments(wrong)).toThrow();
});

test('is a command that runs all checks and exits with 2 for problems', async () => {
  await using testing = await createTestDatabase();
  const { code, stdout } = await new Promise<{ code: unknown; stdout: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'check-command.ts')],
      // Nothing listens on that port.
      { env: { ...programEnvironment, DATABASE_URL: buildConnectionUrl(testing.connection), PORT: '9' } },
      (error, output) => resolve({ code: error?.code, stdout: output }),
    );
  });
  expect(code).toBe(2);
  const names = stdout.split('\n').flatMap((line) => /^(?:ok|warning|problem) +([a-z ]+):/.exec(line)?.[1] ?? []);
  expect([...new Set(names)]).toEqual([
    'database',
    'workers',
    'clock',
    'secrets',
    'replica',
    'redis',
    'analytics',
    'traces',
    'disk',
    'backups',
    'mail',
    'captcha',
    'portal',
    'console',
    'games',
    'game files',
    'pictures',
    'desktop builds',
    'game servers',
    'rewards',
    'achievements',
    'documents',
    'contacts',
    'payments',
    'provider keys',
    'identity keys',
    'adapters',
    'platform leaderboards',
    'web push',
    'country',
  ]);
});
