// How much players download before they see something, compressed. Checked by `npm test -- --only build,size`.
import { readFileSync } from 'node:fs';

const folder = 'dist/portal';
const manifest = JSON.parse(readFileSync(new URL(`${folder}/manifest.json`, import.meta.url), 'utf8'));

/** The scripts and styles of a source file and of everything that it imports. */
function filesOf(source) {
  const keys = new Set([source]);
  // A set grows while it is walked.
  for (const key of keys) for (const imported of manifest[key].imports ?? []) keys.add(imported);
  return [...keys].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]);
}

const firstPage = filesOf('index.html');
const player = filesOf('screens/player/Player.tsx').filter((file) => !firstPage.includes(file));
const loaded = new Set([...firstPage, ...player]);
const isKit = (file) => file.startsWith('assets/platform-kit-');
const adapters = Object.keys(manifest).filter((key) => /\/platforms\/[^/]+\/adapter\.browser\.ts$/.test(key));
const inFolder = (files) => files.map((file) => `${folder}/${file}`);

export default [
  { name: 'First page, scripts', path: inFolder(firstPage.filter((file) => file.endsWith('.js'))), limit: '117000 B' },
  { name: 'First page, styles', path: inFolder(firstPage.filter((file) => file.endsWith('.css'))), limit: '5000 B' },
  { name: 'Player, beyond the first page', path: inFolder(player), limit: '58000 B' },
  // An adapter is loaded between a click and the game; the kit is shared by all of them.
  ...adapters.map((source) => ({
    name: source.replace('../', ''),
    path: inFolder(filesOf(source).filter((file) => !loaded.has(file) && !isKit(file))),
    gzip: true,
    limit: '4096 B',
  })),
  { name: 'platforms/kit', path: `${folder}/assets/platform-kit-*.js`, gzip: true, limit: '4352 B' },
  { name: 'SDK', path: 'dist/sdk/v1/sdk.js', gzip: true, limit: '6000 B' },
];
