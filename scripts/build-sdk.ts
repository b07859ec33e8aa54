// Builds the games' SDK into the given folder. `v1/` and the exact version contain the script with one global, a
// file for developers, and modules that are loaded on demand. `npm/` is the package, as ES modules and, in `cjs/`, for `require`. `fxid-sdk.tgz` is the
// packed package; a copy in the folder of the exact version gives a game's lock file a stable address. Syntax is
// lowered to the oldest browsers that the SDK supports; sdk/built-sdk.test.ts checks that the APIs it calls are no
// newer.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import * as foreignSdks from '#compat/registry.ts';
import { toBuildTargets, minSdkBrowsers } from '#model/supported-browsers.ts';
import { packPackage } from './release/pack-package.ts';

const root = join(import.meta.dirname, '..');
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give a target folder: node scripts/build-sdk.ts dist/sdk');
const outDir = resolve(folder);
const { version } = JSON.parse(await readFile(join(root, 'sdk/package.json'), 'utf8')) as { version: string };

await rm(outDir, { recursive: true, force: true });
const served = join(outDir, `v${version.split('.')[0]}`);
await bundle('iife', 'sdk', 'sdk/script.ts', served);
await bundle('iife', 'local', 'sdk/local-script.ts', served);
await bundle('iife', 'saves', 'sdk/saves-script.ts', served);
await compressIn(served);
// What games built for other portals load: the loader, and one program per foreign SDK.
const compat = join(outDir, 'compat');
await bundle('iife', 'loader', 'compat/loader.browser.ts', compat);
for (const id of Object.keys(foreignSdks)) await bundle('iife', id, `compat/${id}/sdk.browser.ts`, compat);
await compressIn(compat);
await cp(served, join(outDir, `v${version}`), { recursive: true });
await bundle('es', 'index', 'sdk/index.ts', join(outDir, 'npm'));
await writeTypes(join(outDir, 'npm/types'));
await bundle('cjs', 'index', 'sdk/index.ts', join(outDir, 'npm/cjs'));
await cp(join(outDir, 'npm/types'), join(outDir, 'npm/cjs/types'), { recursive: true });
// Marks the files below as CommonJS, whatever the package's type.
await writeFile(join(outDir, 'npm/cjs/package.json'), '{ "type": "commonjs" }\n');
await cp(join(root, 'sdk/package.json'), join(outDir, 'npm/package.json'));
await cp(join(root, 'sdk/README.md'), join(outDir, 'npm/README.md'));
if (existsSync(join(root, 'sdk/LICENSE'))) await cp(join(root, 'sdk/LICENSE'), join(outDir, 'npm/LICENSE'));
const packed = packPackage(join(outDir, 'npm'));
await writeFile(join(outDir, 'fxid-sdk.tgz'), packed);
await writeFile(join(outDir, `v${version}`, 'fxid-sdk.tgz'), packed);

async function bundle(format: 'iife' | 'es' | 'cjs', name: string, file: string, to: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      outDir: to,
      emptyOutDir: false,
      target: toBuildTargets(minSdkBrowsers),
      minify: 'oxc',
      modulePreload: false,
      copyPublicDir: false,
      // Without library mode, dynamic imports would be loaded with browser code.
      ...(format === 'cjs' && { lib: { entry: join(root, file), formats: ['cjs' as const] } }),
      rolldownOptions: {
        input: { [name]: join(root, file) },
        preserveEntrySignatures: 'strict',
        output: { format, entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
}

/** Writes the type declarations of the SDK and of its imports from the bridge, with the file names of the package. */
async function writeTypes(to: string): Promise<void> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '--project', join(root, 'tsconfig/sdk-package.json'), '--outDir', to];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 5 * 60_000 });
  if (status !== 0) throw new Error(`Couldn't build the SDK's type declarations:\n${stdout}${stderr}`);
  for (const file of await readdir(to, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const text = await readFile(join(to, file), 'utf8');
    await writeFile(join(to, file), text.replace(/(from '|import\(")(\.[^'"]+)\.ts(?=['"])/g, '$1$2.js'));
  }
}

async function compressIn(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.endsWith('.js')) continue;
    const bytes = await readFile(join(directory, name));
    await writeFile(join(directory, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    await writeFile(join(directory, `${name}.br`), brotliCompressSync(bytes));
  }
}
