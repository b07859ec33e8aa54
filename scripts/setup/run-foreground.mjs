// Runs a server for the person who typed the command: one Ctrl-C stops it cleanly, and nothing keeps running when npm ends.
//
// A terminal sends Ctrl-C to every process of its group and npm sends the signal once more. So the server gets a separate
// process group and receives each signal once, from here. The second Ctrl-C is passed on as well; the third kills. When npm
// is asked to end, it ends only the shell between it and us, so we watch our parent.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

// Longer than the server takes to drain its connections.
const stopTimeoutMs = 28_000 + 1000 * (Number(process.env.DRAIN_SECONDS) || 3);
// Signals closer together than this are one key press.
const samePressMs = 1_000;
const parentPollMs = 500;

export function runForeground(command, args, { cwd, env }) {
  const detached = process.platform !== 'win32';
  const child = spawn(command, args, { cwd, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached });
  const parent = process.ppid;
  let presses = 0;
  let pressedMs = 0;
  let timeout;

  const killOutright = (reason) => {
    process.stderr.write(`${reason}: ending it at once.\n`);
    try {
      process.kill(detached ? -child.pid : child.pid, 'SIGKILL');
    } catch (error) {
      // ESRCH: the process has just ended.
      if (error.code !== 'ESRCH') throw error;
    }
  };
  const onSignal = (signal) => {
    if (presses > 0 && performance.now() - pressedMs < samePressMs) return;
    pressedMs = performance.now();
    presses += 1;
    if (presses > 2) return killOutright('Asked a third time');
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    timeout ??= setTimeout(() => killOutright(`Not stopped within ${stopTimeoutMs / 1000} s`), stopTimeoutMs);
  };
  const watch =
    process.env.npm_lifecycle_event &&
    setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      onSignal('SIGTERM');
    }, parentPollMs);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);

  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timeout);
      clearInterval(watch);
      if (child.connected) child.disconnect();
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}
