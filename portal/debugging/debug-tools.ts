// Looks for a debugging flag in the URL, and loads the tools only then.
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { log } from '#portal/log.ts';

export function startDebugTools(config: RuntimeConfig): void {
  const flags = new URLSearchParams(window.location.search);
  if (config.debugTools !== true || !(flags.has('eruda') || flags.has('remotejs'))) return;
  import('./load-debug-tools.ts')
    .then(({ loadDebugTools }) => loadDebugTools(config))
    .catch((error: unknown) => log.error('The debugging tools could not be loaded.', error));
}
