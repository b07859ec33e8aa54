// How much players, and operators of the console, download before they see something, compressed. Run by `npm test -- --only build,size`.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const folder = 'dist/portal';
const readManifest = (built) => JSON.parse(readFileSync(join(root, built, 'manifest.json'), 'utf8'));
const ownManifest = readManifest(folder);

/** The scripts and styles of a source file and of everything that it imports. */
function filesOf(source, manifest = ownManifest) {
  const keys = new Set([source]);
  // A set grows while it is walked.
  for (const key of keys) for (const imported of manifest[key].imports ?? []) keys.add(imported);
  return [...keys].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]);
}

const firstPage = filesOf('index.html');
const player = filesOf('screens/player/Player.tsx').filter((file) => !firstPage.includes(file));
const loaded = new Set([...firstPage, ...player]);
const isKit = (file) => file.startsWith('assets/platform-kit-');
const adapters = Object.keys(ownManifest).filter((key) => /\/platforms\/[^/]+\/adapter\.browser\.ts$/.test(key));
const compressWithGzip = (bytes) => gzipSync(bytes, { level: 9 });
const inFolder = (files) => files.map((file) => `${folder}/${file}`);

const limits = [
  { name: 'First page, scripts', files: inFolder(firstPage.filter((file) => file.endsWith('.js'))), maxBytes: 117_000 },
  { name: 'First page, styles', files: inFolder(firstPage.filter((file) => file.endsWith('.css'))), maxBytes: 5000 },
  { name: 'Player, beyond the first page', files: inFolder(player), maxBytes: 58_100 },
  // An adapter is loaded between a click and the game; the kit is shared by all of them.
  ...adapters.map((source) => ({
    name: source.replace('../', ''),
    files: inFolder(filesOf(source).filter((file) => !loaded.has(file) && !isKit(file))),
    compress: compressWithGzip,
    maxBytes: 4096,
  })),
  {
    name: 'platforms/kit',
    files: globSync(`${folder}/assets/platform-kit-*.js`, { cwd: root }),
    compress: compressWithGzip,
    maxBytes: 4352,
  },
  // Brotli: the limit is for what a player downloads, and all supported browsers accept it.
  ...globSync('compat/*/sdk.browser.ts', { cwd: root }).map((source) => ({
    name: source,
    files: [`dist/sdk/compat/${source.split('/')[1]}.js`],
    maxBytes: 8000,
  })),
  { name: 'compat/loader', files: ['dist/sdk/compat/loader.js'], maxBytes: 1500 },
  {
    name: 'Console, first page',
    files: filesOf('index.html', readManifest('dist/console')).map((file) => `dist/console/${file}`),
    maxBytes: 250_000,
  },
  { name: 'SDK', files: ['dist/sdk/v1/sdk.js'], compress: compressWithGzip, maxBytes: 6000 },
];

for (const { name, files, maxBytes, compress = brotliCompressSync } of limits) {
  const bytes = files.reduce((sum, file) => sum + compress(readFileSync(join(root, file))).length, 0);
  const isMissing = files.length === 0;
  const isTooLarge = bytes > maxBytes;
  process.stdout.write(
    `${name}: ${bytes} of ${maxBytes} bytes${isTooLarge ? ', too large' : ''}${isMissing ? ', no files' : ''}\n`,
  );
  if (isTooLarge || isMissing) process.exitCode = 1;
}
