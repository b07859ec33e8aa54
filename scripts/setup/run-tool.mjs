// Runs a tool of the set-up to its end and keeps what it prints, to be shown only when it fails.
import { spawn } from 'node:child_process';

import { SetupFailure } from './setup-failure.mjs';

const PATIENCE_MS = 5_000;

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, limitMs: number, what: string, remedy: string, shell?: boolean, onTick?: () => void, onStart?: (pid: number) => void }} options
 * @returns {Promise<string>} what the tool printed
 */
export async function runTool(
  command,
  args,
  { cwd, env = process.env, limitMs, what, remedy, shell = false, onTick, onStart },
) {
  const child = spawn(command, args, { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid !== undefined) onStart?.(child.pid);
  let output = '';
  const keep = (chunk) => (output += chunk);
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);

  let stopped;
  const stop = (reason, exitCode, advice) => {
    stopped ??= { reason, exitCode, remedy: advice };
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref();
  };
  const onInterrupt = () => stop('was interrupted', 130, 'Nothing is broken: start again to continue.');
  const onTerminate = () => stop('was ended', 143, 'Nothing is broken: start again to continue.');
  const limit = setTimeout(() => stop(`took longer than ${limitMs / 60_000} minutes`, 1, remedy), limitMs);
  const ticking = onTick && setInterval(onTick, 250);
  process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate).on('SIGHUP', onTerminate);

  try {
    const { code, signal } = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve({ code, signal }));
    });
    if (stopped)
      throw new SetupFailure({
        what: `${what} ${stopped.reason}.`,
        remedy: stopped.remedy,
        output,
        exitCode: stopped.exitCode,
      });
    if (code !== 0)
      throw new SetupFailure({ what: `${what} failed (${signal ?? `exit code ${code}`}).`, remedy, output });
    return output;
  } catch (error) {
    if (error instanceof SetupFailure) throw error;
    throw new SetupFailure({ what: `${what} could not be started: ${error.message}`, remedy, output });
  } finally {
    clearTimeout(limit);
    clearInterval(ticking);
    process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate).off('SIGHUP', onTerminate);
  }
}
