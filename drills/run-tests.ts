// Runs the usual test files with the larger numbers of a drill (server/testing/drill-size.ts).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export const runTests = (...files: readonly string[]): Promise<void> => runTest(files);

export const runJourneys = (...files: readonly string[]): Promise<void> =>
  runTest(['--only', 'build,browser', ...files]);

export const runSmoke = (): Promise<void> => runTest(['--only', 'build,other-browsers']);

async function runTest(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'scripts/test.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, DRILL: '1', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(printed);
}
