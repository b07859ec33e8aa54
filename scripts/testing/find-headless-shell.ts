// Chromium without a window, which needs a third less time for the same pages: one that is installed, or Debian's package.
// It only spares time: where there is none the tests use the whole browser.
import { canInstallDebianPackages, findOnPath, installDebianPackages, type Found } from './find-program.ts';
import { runProgram } from './run-check.ts';

export const headlessShellName = 'chromium-headless-shell';
// To wait longer would use up what it spares.
const INSTALL_LIMIT_MS = 60_000;

export async function findHeadlessShell(onTick: (elapsedMs: number) => void): Promise<Found> {
  const installed = findOnPath([headlessShellName]);
  if (installed !== undefined) return proven(installed, 'installed');
  if (!canInstallDebianPackages()) return { missing: `No ${headlessShellName} is on the PATH.` };
  const refusal = await installDebianPackages([headlessShellName], onTick, INSTALL_LIMIT_MS);
  const path = findOnPath([headlessShellName]);
  if (path !== undefined) return proven(path, "Debian's package");
  return {
    missing: refusal ?? `apt-get installed the package ${headlessShellName}, but no such program is on the PATH.`,
  };
}

async function proven(path: string, how: string): Promise<Found> {
  const run = await runProgram(path, ['--version', '--no-sandbox'], { limitMs: 60_000 });
  return run.ok ? { path, how } : { missing: `${run.output}\n${path} (${how}) does not run.` };
}
