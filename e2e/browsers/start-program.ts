// Starts a program; disposing of it ends the program and all its child processes.
import { spawn } from 'node:child_process';
import { env as own } from 'node:process';

export interface Program extends AsyncDisposable {
  says(pattern: RegExp): Promise<RegExpExecArray>;
}

const timeoutMs = 60_000;
const endMs = 3_000;

export function startProgram(path: string, args: readonly string[], env: Readonly<Record<string, string>>): Program {
  // A separate process group, because a browser starts many processes.
  const child = spawn(path, args, { env: { ...own, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  let look = (): void => undefined;
  const keep = (chunk: Buffer): void => {
    output += chunk.toString();
    look();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      output += String(error);
      resolve();
    });
  });

  return {
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const fail = (why: string): void => reject(new Error(`${path} ${why} before it said ${pattern}:\n${output}`));
        const limit = setTimeout(fail, timeoutMs, `took ${timeoutMs} ms`);
        void gone.then(() => fail('ended'));
        look = () => {
          const found = pattern.exec(output);
          if (!found) return;
          clearTimeout(limit);
          resolve(found);
        };
        look();
      }),
    [Symbol.asyncDispose]: async () => {
      signal(child.pid, 'SIGTERM');
      const limit = setTimeout(() => signal(child.pid, 'SIGKILL'), endMs);
      await gone;
      clearTimeout(limit);
      signal(child.pid, 'SIGKILL');
    },
  };
}

function signal(pid: number | undefined, name: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch (error) {
    // ESRCH: the whole group has ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
