// Points git at the project's hooks, once, unless somebody has chosen other hooks.
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

export function useGitHooks(root) {
  const git = (...args) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', timeout: 10_000 });
  const top = git('rev-parse', '--show-toplevel');
  // No git, or no work tree of our own (an unpacked archive, a copy inside another project): there is nothing to hook.
  if (top.status !== 0 || realpathSync(top.stdout.trim()) !== realpathSync(root)) return;
  if (git('config', '--get', 'core.hooksPath').status === 0) return;
  const set = git('config', 'core.hooksPath', '.githooks');
  if (set.status !== 0) process.stderr.write(`The git hooks are not in use: ${set.stderr.trim()}\n`);
}
