// The console of `npm run dev`: Vite's dev server as a middleware of the console's host.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startVite, type DevVite } from '../portal/dev-vite.config.ts';
import config from './vite.config.ts';

export interface DevConsole extends DevVite {
  /** Replaces the built console. */
  readonly folder: string;
}

export async function startDevConsole(): Promise<DevConsole> {
  const root = dirname(import.meta.dirname);
  const base = '/@dev-console/';
  const { vite, dev } = await startVite(config, { base, cache: 'dist/vite-console' });
  const folder = join(root, 'dist/dev-console');
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'assets'), { recursive: true });
  const source = await readFile(join(import.meta.dirname, 'index.html'), 'utf8');
  const page = await vite.transformIndexHtml('/index.html', source);
  await writeFile(join(folder, 'index.html'), page.replaceAll('"./', `"${base}`));
  return { ...dev, folder };
}
