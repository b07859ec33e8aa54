// `npm test`: runs every check and every test, shows what failed in full, and ends with the line "N passed, N failed".
//   npm test                          everything
//   npm test -- model server/http     only the unit and slice tests under these paths (e2e/… : only those browser tests)
//   npm test -- --only lint,types     only these checks
import { delimiter, dirname } from 'node:path';
import { parseArgs } from 'node:util';

import { checks, type Check, type Outcome } from './testing/checks.ts';

const TOOLS_OF_TESTS = ['build', 'redis', 'chromium', 'proxies'];
const TICKER_INTERVAL_MS = 10_000;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const wanted = choose(args);
  if (typeof wanted === 'string') {
    process.stderr.write(`${wanted}\n`);
    process.stdout.write('0 passed, 1 failed\n');
    return 1;
  }
  // What the tests start by the name "node" must be this one.
  process.env['PATH'] = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (interrupted = true));

  let passed = 0;
  let failed = 0;
  const broken: string[] = [];
  let number = 0;
  const count = async (check: Check): Promise<void> => {
    number += 1;
    const outcome = await perform(check, `[${number}/${wanted.checks.length}] ${check.title}`, wanted.paths);
    passed += outcome.passed;
    failed += outcome.failed;
    if (outcome.failed > 0) broken.push(`${check.title} (npm test -- --only ${check.name})`);
  };
  const going = new Map<string, Promise<void>>();
  for (const group of groupBeside(wanted.checks)) {
    if (interrupted) break;
    const [{ name, until } = {}] = group;
    await going.get(name ?? '');
    const runs = Promise.all(group.map(count)).then(() => undefined);
    if (until === undefined) await runs;
    else going.set(until, runs);
  }
  await Promise.all(going.values());
  if (interrupted) failed += 1;
  process.stdout.write(broken.length === 0 ? '\n' : `\nFailed: ${broken.join(', ')}\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** Those that run beside each other, together. */
function groupBeside(checks: readonly Check[]): Check[][] {
  const groups: Check[][] = [];
  for (const check of checks) {
    const last = groups.at(-1);
    if (check.isBeside && last) last.push(check);
    else groups.push([check]);
  }
  return groups;
}

function choose(args: readonly string[]): { checks: readonly Check[]; paths: readonly string[] } | string {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      options: { only: { type: 'string', multiple: true } },
      allowPositionals: true,
    });
  } catch (error) {
    return `${(error as Error).message} Known: --only <check>[,<check>], and paths.`;
  }
  const { values, positionals: paths } = parsed;
  const only = (values.only ?? []).flatMap((names) => names.split(','));
  const unknown = only.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0)
    return `No check is named ${unknown.join(', ')}. There are: ${checks.map((check) => check.name).join(', ')}.`;

  const inBrowser = paths.filter((path) => /^(\.\/)?e2e(\/|$)/.test(path) || path.endsWith('.spec.ts'));
  if (inBrowser.length > 0 && inBrowser.length < paths.length)
    return 'Give either paths in e2e/ or other paths, not both.';
  if (only.length === 0 && paths.length > 0) only.push(inBrowser.length > 0 ? 'browser' : 'unit');
  const needed = new Set(only);
  // Tests need their tools also when they are asked for alone.
  if (needed.has('other-browsers')) needed.add('build');
  if (needed.has('unit') || needed.has('browser')) for (const name of TOOLS_OF_TESTS) needed.add(name);
  return { checks: only.length === 0 ? checks : checks.filter((check) => needed.has(check.name)), paths };
}

async function perform(check: Check, heading: string, paths: readonly string[]): Promise<Outcome> {
  const startedMs = Date.now();
  const terminal = process.stdout.isTTY;
  let spokenMs = startedMs;
  if (terminal) process.stdout.write(`${heading} …`);
  const onTick = (elapsedMs: number) => {
    if (terminal) process.stdout.write(`\r\u001B[2K${heading} … ${Math.round(elapsedMs / 1000)} s`);
    else if (Date.now() - spokenMs >= TICKER_INTERVAL_MS) {
      spokenMs = Date.now();
      process.stdout.write(`${heading} … ${Math.round(elapsedMs / 1000)} s\n`);
    }
  };

  const outcome = await check.run({ paths, onTick }).catch((error: unknown): Outcome => {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { passed: 0, failed: 1, remarks: [], output: words };
  });
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  const counts =
    outcome.passed + outcome.failed > 1
      ? `${outcome.passed} passed, ${outcome.failed} failed`
      : outcome.failed > 0
        ? 'FAILED'
        : outcome.passed > 0
          ? 'ok'
          : 'NOT RUN';
  const note = outcome.note === undefined ? '' : `, ${outcome.note}`;
  process.stdout.write(`${terminal ? '\r\u001B[2K' : ''}${heading} … ${counts}${note} (${seconds} s)\n`);
  if (outcome.failed > 0) process.stdout.write(`${[outcome.output.trimEnd(), ...outcome.remarks].join('\n')}\n\n`);
  return outcome;
}
