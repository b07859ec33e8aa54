// npm run drills -- trust: the model of who may speak for a player (server/trust-model.test.ts) with thousands of random
// histories instead of the few of npm test. TRUST_HISTORIES is how many.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runSteps } from '../run-steps.ts';

const root = join(import.meta.dirname, '../..');
const histories = process.env['TRUST_HISTORIES'] ?? '3000';

await runSteps(async (step) => {
  await step(`the stranger and the game reach nothing of the player's in ${histories} histories`, async () => {
    const { status, printed } = await runModel();
    // Begins with the shortest history that breaks the rule, and what each of its steps came to.
    if (status !== 0) throw new Error(printed);
  });
});

async function runModel(): Promise<{ status: number | null; printed: string }> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', 'server/trust-model.test.ts'], {
    cwd: root,
    env: { ...process.env, TRUST_HISTORIES: histories, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, printed };
}
