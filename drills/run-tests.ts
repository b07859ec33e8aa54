// Tests in the size of a drill: the same files, with the larger of their numbers (server/testing/drill-size.ts).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Fails with what was printed, which begins with the test that failed. */
export async function runTests(...files: readonly string[]): Promise<void> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...files], {
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
