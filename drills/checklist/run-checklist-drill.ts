// npm run drills -- checklist: changes every text and constant of the checklist in the product and expects its test to
// fail. A test that only repeats a text, or imports it from the product, would still pass. Files are changed in place
// and restored; the drill does not start if one of them has uncommitted changes. Points with browser tests are left
// out.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readChecklist, root, type ChecklistPoint } from '#scripts/checklist/read-checklist.ts';
import { runSteps } from '../run-steps.ts';

// A changed text may leave a test waiting: Vitest stops such a test, and this timeout stops Vitest.
const maxMs = 10 * 60_000;
const all = readChecklist().points.filter(({ testFile }) => !testFile.startsWith('e2e/'));

await runSteps(async (step) => {
  await step('the working tree has no changes', async () => {
    const files = [...new Set(all.map(({ file }) => file))];
    const changed = execFileSync('git', ['status', '--porcelain', '--', ...files], { cwd: root, encoding: 'utf8' });
    if (changed !== '') throw new Error(`Commit or undo these first:\n${changed}`);
  });
  const unnoticed: ChecklistPoint[] = [];
  for (const [number, batch] of createBatches(all).entries())
    await step(`batch ${number + 1}: ${batch.length} texts and constants`, async () => {
      const found = tryBatch(batch);
      unnoticed.push(...found);
      return found.length > 0 ? `NOT NOTICED: ${found.map(({ what }) => what).join(' | ')}` : 'all noticed';
    });
  await step('each change makes a test fail', async () => {
    if (unnoticed.length > 0) throw new Error(unnoticed.map(({ what, title }) => `${what}: ${title}`).join('\n'));
  });
});

/** A batch holds one point per product file and per test file, so that each failure belongs to one point. */
function createBatches(left: readonly ChecklistPoint[]): readonly (readonly ChecklistPoint[])[] {
  if (left.length === 0) return [];
  const used = new Set<string>();
  const batch = left.filter(({ file, testFile }) => {
    if (used.has(file) || used.has(testFile)) return false;
    used.add(file).add(testFile);
    return true;
  });
  return [batch, ...createBatches(left.filter((point) => !batch.includes(point)))];
}

function tryBatch(batch: readonly ChecklistPoint[]): readonly ChecklistPoint[] {
  const kept = batch.map(({ file }) => [join(root, file), readFileSync(join(root, file), 'utf8')] as const);
  const folder = mkdtempSync(join(tmpdir(), 'checklist-'));
  const output = join(folder, 'results.json');
  try {
    for (const [index, { code }] of batch.entries()) {
      const [path, text] = kept[index] ?? ['', ''];
      writeFileSync(
        path,
        text.replaceAll(code, () => change(code)),
      );
    }
    const files = batch.map(({ testFile }) => testFile);
    const reporter = ['--reporter=json', `--outputFile=${output}`];
    const vitest = join(root, 'node_modules/.bin/vitest');
    // Runs only these tests: others that the change breaks might wait until their timeout.
    const wanted = [
      '--testNamePattern',
      batch.map(({ title }) => patternOf(title).replaceAll(RegExp.escape(' > '), '.{1,3}')).join('|'),
    ];
    const { stderr } = spawnSync(vitest, ['run', '--testTimeout=20000', ...wanted, ...reporter, ...files], {
      cwd: root,
      stdio: 'pipe',
      encoding: 'utf8',
      timeout: maxMs,
    });
    if (!existsSync(output)) throw new Error(`The tests did not run:\n${stderr}`);
    const failed = readFailed(JSON.parse(readFileSync(output, 'utf8')) as Results);
    return batch.filter(
      ({ testFile, title }) => !failed.some((test) => test.file === testFile && isOf(test.title, title)),
    );
  } finally {
    for (const [path, text] of kept) writeFileSync(path, text);
    rmSync(folder, { recursive: true });
  }
}

interface Results {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly ancestorTitles: readonly string[];
    }[];
  }[];
}

interface FailedTest {
  readonly file: string;
  /** Undefined if the whole file failed to load. */
  readonly title: string | undefined;
}

function readFailed({ testResults }: Results): readonly FailedTest[] {
  return testResults.flatMap(({ name, status, assertionResults }): readonly FailedTest[] => {
    const file = name.slice(root.length + 1);
    if (status === 'failed' && assertionResults.length === 0) return [{ file, title: undefined }];
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ ancestorTitles, title }) => ({ file, title: [...ancestorTitles, title].join(' > ') }));
  });
}

/** Whether the title of a test that ran matches the title in the source, whose placeholders match anything. */
function isOf(ran: string | undefined, written: string): boolean {
  return ran === undefined || new RegExp(patternOf(written), 's').test(ran);
}

function patternOf(title: string): string {
  const parts = title.split(/%[a-z]|\$\w+/).map((part) => RegExp.escape(part));
  return `^${parts.join('.*')}$`;
}

/** Changes the last number, or the last word if there is none. */
function change(code: string): string {
  const number = /\d+(?!.*\d)/s;
  if (number.test(code)) return code.replace(number, (digits) => String(Number(digits) + 1));
  return code.replace(/(\p{L})(\P{L}*)$/u, 'x$1$2');
}
