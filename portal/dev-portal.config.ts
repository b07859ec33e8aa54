// The portal of `npm run dev`: Vite's dev server as a middleware of the lab. Pages are rendered in the browser only.
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startVite, type DevVite } from './dev-vite.config.ts';
import config, { buildCheckout, collectPageTexts } from './vite.config.ts';

export interface DevPortal extends DevVite {
  /** Replaces the built portal. */
  readonly folder: string;
}

export async function startDevPortal(basePath: string): Promise<DevPortal> {
  const root = dirname(import.meta.dirname);
  const base = `${basePath}@dev/`;
  const { vite, dev } = await startVite(config, { base, cache: 'dist/vite' });
  const folder = join(root, 'dist/dev');
  await rm(folder, { recursive: true, force: true });
  for (const name of ['assets', 'checkout', 'server']) await mkdir(join(folder, name), { recursive: true });
  const source = await readFile(join(import.meta.dirname, 'index.html'), 'utf8');
  const page = await vite.transformIndexHtml('/index.html', source);
  const files: Readonly<Record<string, string>> = {
    // The server serves the manifest; all other files are Vite's.
    'index.html': page
      .replace(/"\.\/(?!manifest\.webmanifest)/g, `"${base}`)
      .replace('"../node_modules/', `"${base}@fs${root}/node_modules/`),
    'page-texts.json': JSON.stringify(await collectPageTexts()),
    'manifest.json': JSON.stringify({ 'index.html': { file: '' } }),
    'service-worker.js': 'self.registration.unregister();\n',
    'push-worker.js': 'self.registration.unregister();\n',
    'server/entry.js': `export const findPublicAddress = () => undefined;
export const renderPage = async () => ({ status: 200, head: { title: 'FxId' }, html: '' });
`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  for (const { fileName, source: program } of await buildCheckout())
    await writeFile(join(folder, 'checkout', fileName), program);
  await copyFile(join(import.meta.dirname, 'art/favicon.ico'), join(folder, 'favicon.ico'));
  return { ...dev, folder };
}
