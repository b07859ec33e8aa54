import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface RunningModule {
  pid: number;
  child: ChildProcess;
  nextLine: () => Promise<string>;
  exited: Promise<{ code: number | null; stderr: string }>;
}

export function runModule(source: string): RunningModule {
  const args = ['--input-type=module-typescript', '--eval', source];
  const root = new URL('../..', import.meta.url);
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exited = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    // 'exit' may come before the last of stderr has been read.
    child.once('close', (code) => resolve({ code, stderr }));
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`The process ended without printing. ${(await exited).stderr}`);
    return value;
  };
  return { pid: child.pid ?? 0, child, nextLine, exited };
}
