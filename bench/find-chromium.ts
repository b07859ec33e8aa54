import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function findChromium(): string | undefined {
  const named = process.env['CHROME_PATH'];
  if (named !== undefined) return named;
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}
