// A server in a process of its own, whose processor time can be read.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '#server/testing/free-ports.ts';

export interface MeasuredProcess {
  readonly port: number;
  /** Processor time that it has used so far, in milliseconds. */
  cpuMs(): number;
  stop(): Promise<void>;
}

const readyMs = 30_000;
const stopMs = 20_000;
// Linux counts in hundredths of a second everywhere that Node runs.
const msPerTick = 10;

export async function startMeasured(file: string, env: Readonly<Record<string, string>>): Promise<MeasuredProcess> {
  const [port, gamesPort] = await freePorts();
  const child = spawn(process.execPath, ['--disable-proto=delete', file], {
    env: { ...process.env, PORT: String(port), GAMES_PORT: String(gamesPort), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntilReady(child, port);
  return {
    port,
    cpuMs: () => {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * msPerTick;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      const late = sleep(stopMs, 'late', { ref: false });
      if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL');
    },
  };
}

async function waitUntilReady(child: ChildProcess, port: number): Promise<void> {
  const end = Date.now() + readyMs;
  while (Date.now() < end && child.exitCode === null) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(1000) });
      if (response.ok) return;
    } catch {
      // Not listening yet: that is what is being waited for.
    }
    await sleep(50);
  }
  throw new Error(`The server on port ${port} did not become ready.`);
}
