// Runs a long-lived program on behalf of the one who typed the command.
//
// Requirements: one Ctrl-C is one stop, and a clean one; the end comes in bounded time; the exit code is passed on.
//
// A terminal sends Ctrl-C to every process of its group and npm sends the same signal once more, so the program gets a
// group of its own and hears of it only from here, once. A second Ctrl-C, pressed later, means "now".
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const STOP_LIMIT_MS = 25_000;
// Signals closer together than this are one key press.
const SAME_PRESS_MS = 1_000;

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>} the exit code
 */
export function runForeground(command, args, { cwd, env }) {
  const ownGroup = process.platform !== 'win32';
  const child = spawn(command, args, { cwd, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached: ownGroup });
  let askedMs = 0;
  let limit;

  const killOutright = (reason) => {
    process.stderr.write(`${reason}: ending it at once.\n`);
    if (ownGroup) killGroup(child.pid);
    else child.kill('SIGKILL');
  };
  const onSignal = (signal) => {
    if (askedMs === 0) {
      askedMs = Date.now();
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
      limit = setTimeout(
        () => killOutright(`The server has not stopped within ${STOP_LIMIT_MS / 1000} s`),
        STOP_LIMIT_MS,
      );
    } else if (Date.now() - askedMs > SAME_PRESS_MS) {
      killOutright('Asked a second time');
    }
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, onSignal);

  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(limit);
      for (const name of signals) process.off(name, onSignal);
      if (child.connected) child.disconnect();
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It ended by itself in the meantime.
    if (error.code !== 'ESRCH') throw error;
  }
}
