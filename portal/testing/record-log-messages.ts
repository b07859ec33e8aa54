import { onTestFinished, vi } from 'vitest';
import { log } from '#portal/log.ts';

/** Returns the first argument of every warning and error logged during a test. */
export function recordLogMessages(): readonly unknown[] {
  const heard: unknown[] = [];
  for (const method of ['warn', 'error'] as const) vi.spyOn(console, method).mockReturnValue();
  const levelBefore = log.setLevel('warn');
  const stop = log.addListener(({ parts: [text] }) => void heard.push(text));
  onTestFinished(() => {
    stop();
    log.setLevel(levelBefore);
    vi.restoreAllMocks();
  });
  return heard;
}
