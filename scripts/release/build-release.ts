// `node scripts/release/build-release.ts <folder>`: creates the release folder, which is copied to a machine and
// started there with one command, without npm, a registry or a compiler. It contains the production sources, the built
// portal and SDK, the packages that they need, and Node. It runs only on the platform on which it was built.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { readSources } from '../architecture/read-sources.ts';
import { isDevelopmentFile, findReachedFiles } from '../architecture/reached-from.ts';
import { nodeFlags } from '../setup/node-flags.mjs';
import { readOperatorCommands } from './operator-commands.ts';
import { findProductionPackages } from './production-packages.ts';
import { writeStartScript } from './start-script.ts';

const root = join(import.meta.dirname, '../..');
const commands = readOperatorCommands(root);
const out = readFolder();

// Another user will run the release, so its files must be readable for everyone.
process.umask(0o022);
const sources = productionSources();
for (const path of [...sources, ...findProductionPackages(root)]) copy(path);
const documents = [
  'docs/guides',
  'docs/examples',
  'docs/decisions',
  'docs/security.md',
  'docs/openapi.json',
  'CHANGELOG.md',
];
for (const path of ['dist/portal', 'dist/console', 'dist/sdk', 'ops', ...documents]) copy(path);
copyNode();
writeManifest();
write('VERSION', `${version()} ${commit()}\n`);
write('fxid', writeStartScript(commands));
chmodSync(join(out, 'fxid'), 0o755);
runOnce();

/** TypeScript files unchanged, because Node strips their types, and the files next to them. */
function productionSources(): string[] {
  const all = new Map(readSources(root).map((source) => [source.path, source]));
  const programs = findReachedFiles(['server/main.ts', ...commands.map(({ program }) => program)], all);
  const forbidden = programs.filter(isDevelopmentFile);
  if (forbidden.length > 0)
    throw new Error(`Production imports files that belong to development: ${forbidden.join(', ')}`);
  const folders = [...new Set(programs.map((path) => path.split('/')[0] ?? path))];
  const besides = folders.flatMap((folder) => filesIn(folder)).filter((path) => !/\.tsx?$/.test(path));
  return [...programs, ...besides.filter((path) => !isDevelopmentFile(path))];
}

function readFolder(): string {
  const [given] = parseArgs({ allowPositionals: true }).positionals;
  if (given === undefined) throw new Error('Give a target folder: node scripts/release/build-release.ts <folder>');
  return resolve(given);
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

function copy(path: string): void {
  // Node does not run TypeScript in packages; type and map files are half of their files.
  const isWanted = (file: string): boolean => !path.startsWith('node_modules/') || !/\.([cm]?ts|map)$/.test(file);
  cpSync(join(root, path), join(out, path), { recursive: true, verbatimSymlinks: true, filter: isWanted });
}

/** Node from the npm package is self-contained; the machine's own may need libraries of that machine. */
function copyNode(): void {
  const packages = Object.keys(readManifest()['optionalDependencies'] as object).filter((name) =>
    name.startsWith('node-'),
  );
  const brought = packages.map((name) => join(root, 'node_modules', name, 'bin', 'node')).find(existsSync);
  mkdirSync(join(out, 'bin'), { recursive: true });
  const place = join(out, 'bin', 'node');
  cpSync(brought ?? process.execPath, place, { dereference: true });
  chmodSync(place, 0o755);
}

/**
 * Runs the release's Node once. It adds the library links of PostgreSQL, which installers omit and which cannot be
 * added later on a read-only disk. It also fills the compile cache with the server's modules, which saves a third of
 * the start time. Node ignores cache entries that do not match its version or the file.
 */
function runOnce(): void {
  const load = (path: string): string => `await import(${JSON.stringify(pathToFileURL(join(out, path)).href)})`;
  const loaded = sources.filter((path) => path === 'server/run-until-signal.ts' || path.endsWith('/adapter.server.ts'));
  const program = [
    `const { findPostgresPrograms } = ${load('server/db/postgres-programs.ts')};`,
    'await findPostgresPrograms(undefined, console);',
    ...loaded.map((path) => `${load(path)};`),
  ];
  execFileSync(join(out, 'bin/node'), [...nodeFlags, '--input-type=module', '--eval', program.join('\n')], {
    env: { NODE_COMPILE_CACHE: join(out, 'bin/compiled'), NODE_COMPILE_CACHE_PORTABLE: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 120_000,
  });
}

function writeManifest(): void {
  const { name, type, imports, dependencies } = readManifest();
  write(
    'package.json',
    `${JSON.stringify({ name, version: version(), private: true, type, imports, dependencies }, undefined, 2)}\n`,
  );
}

function readManifest(): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
}

function version(): string {
  return String(readManifest()['version']);
}

/** The commit of the sources; unknown in a copy without git. */
function commit(): string {
  if (!existsSync(join(root, '.git'))) return 'unknown';
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', timeout: 20_000 });
  const hasChanges = git('status', '--porcelain', '--untracked-files=no').trim() !== '';
  return `${git('rev-parse', 'HEAD').trim()}${hasChanges ? '+changes' : ''}`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), text);
}
