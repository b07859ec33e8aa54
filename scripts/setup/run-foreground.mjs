// Runs a long-lived program on behalf of the one who typed the command.
//
// Requirements: one Ctrl-C is one stop, and a clean one; the end comes in bounded time; the exit code is passed on; nothing is
// left running when npm is ended.
//
// A terminal sends Ctrl-C to every process of its group and npm sends the same signal once more, so the program gets a
// group of its own and hears of it only from here, once. A second Ctrl-C, pressed later, is passed on, and the program decides; a
// third means "now". npm itself, when it is told to end, ends only the shell between it and us: that our parent has changed is
// all that we see of it.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

// A little more than the program gives itself, and what it spends on being seen to stop.
const STOP_LIMIT_MS = 28_000 + 1000 * (Number(process.env.DRAIN_SECONDS) || 3);
// Signals closer together than this are one key press.
const SAME_PRESS_MS = 1_000;
const PARENT_LOOK_MS = 500;
const parent = process.ppid;

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>} the exit code
 */
export function runForeground(command, args, { cwd, env }) {
  const ownGroup = process.platform !== 'win32';
  const child = spawn(command, args, { cwd, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached: ownGroup });
  let presses = 0;
  let pressedMs = 0;
  let limit;

  const killOutright = (reason) => {
    process.stderr.write(`${reason}: ending it at once.\n`);
    if (ownGroup) killGroup(child.pid);
    else child.kill('SIGKILL');
  };
  const onSignal = (signal) => {
    if (presses > 0 && performance.now() - pressedMs < SAME_PRESS_MS) return;
    pressedMs = performance.now();
    presses += 1;
    if (presses > 2) {
      killOutright('Asked a third time');
      return;
    }
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    limit ??= setTimeout(
      () => killOutright(`The server has not stopped within ${STOP_LIMIT_MS / 1000} s`),
      STOP_LIMIT_MS,
    );
  };
  // Started by hand, it may outlive the shell that it was started from.
  const watch =
    process.env.npm_lifecycle_event &&
    setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      onSignal('SIGTERM');
    }, PARENT_LOOK_MS);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, onSignal);

  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(limit);
      clearInterval(watch);
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
