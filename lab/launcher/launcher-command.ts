// `npm run launcher -- <command> <game>`: a small launcher, to try desktop builds of a game and to read as an example.
//
//   branches <game>   lists the branches and builds that you may install
//   install <game>    installs the newest build, or updates to it; downloads only what differs
//   verify <game>     the same, and hashes every file: damaged files are downloaded again
//   start <game>      installs or updates, then starts the game
//
//   --portal <address>   http://localhost:8080 if absent
//   --branch <name>      the game's default branch if absent
//   --os <system>        Windows, macOS or Linux; this one if absent
//   --folder <folder>    where games are installed; ~/FxId Games if absent
//   --token <token>      a session's token, for branches that need a key
//
// Ctrl+C stops a download; the next run continues it. Files that the game writes itself are kept.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Value } from 'typebox/value';
import { ApiError } from '#contract/api-error.ts';
import { GameName } from '#model/game.ts';
import { findInstallPathProblem } from '#model/install-path.ts';
import { operatingSystems, type OperatingSystem } from '#model/installable-build.ts';
import { findInvocationFolder } from '#server/config.ts';
import { describeProgress } from './describe-progress.ts';
import { installGame } from './install-game.ts';
import { openInstallation } from './installation.ts';
import { createLauncherPortal } from './launcher-portal.ts';
import { startGame } from './start-game.ts';

const systems: Partial<Record<NodeJS.Platform, OperatingSystem>> = {
  win32: 'Windows',
  darwin: 'macOS',
  linux: 'Linux',
};
const commands = ['branches', 'install', 'verify', 'start'] as const;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

try {
  await run();
} catch (error) {
  const text = error instanceof ApiError ? (error.detail ?? error.message) : (error as Error).message;
  process.stderr.write(stop.signal.aborted ? '\nStopped. Run the same command to continue.\n' : `\n${text}\n`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { command, game, portal: origin, folder, token, ...given } = readArguments(process.argv.slice(2));
  const portal = createLauncherPortal({ origin, token, fetch: globalThis.fetch });
  const { Branches, Builds } = await portal.listBranches(game);
  if (command === 'branches') {
    for (const { Branch, Os = 'every system', BuildNumber, Bytes, Description } of Builds)
      print([Branch, Os, `build ${BuildNumber}`, Bytes === undefined ? '' : `${Bytes} bytes`, Description].join('  '));
    if (Builds.length === 0) print(`There is nothing to install for you in ${game}.`);
    return;
  }
  const branch = given.branch ?? (await portal.findDefaultBranch(game));
  if (branch === undefined || !Branches.includes(branch))
    throw new Error(
      `You can't install ${branch ?? 'anything'} of ${game}. Activate a key in your profile: ${origin}/Profile`,
    );
  const problem = findInstallPathProblem(branch);
  if (problem !== undefined) throw new Error(`The branch ${branch} ${problem}.`);
  const installation = await openInstallation(join(folder, game, branch));
  try {
    const { build, outcome, downloadedFiles, removedFiles } = await installGame(
      installation,
      { game, branch, os: given.os, isFullCheck: command === 'verify' },
      {
        portal,
        fetch: globalThis.fetch,
        signal: stop.signal,
        onProgress: (progress) => process.stderr.write(`\r${describeProgress(progress)} `),
      },
    );
    print(
      `\n${game}, branch ${branch}, build ${build.BuildNumber}: ${outcome}, ${downloadedFiles} files downloaded, ${removedFiles} removed. ${installation.root}`,
    );
    if (command !== 'start') return;
    const started = await startGame(installation);
    await portal.recordStart(game, new Date());
    print(`${game} is running (process ${started.pid}).`);
  } finally {
    await installation.close();
  }
}

function readArguments(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      portal: { type: 'string', default: 'http://localhost:8080' },
      branch: { type: 'string' },
      os: { type: 'string' },
      folder: { type: 'string' },
      token: { type: 'string' },
    },
  });
  const [first, game = '', ...more] = positionals;
  const command = commands.find((each) => each === first);
  if (!command || !Value.Check(GameName, game) || more.length > 0)
    throw new Error(
      `Say what to do with which game: npm run launcher -- ${commands.join('|')} <game>. --help explains it.`,
    );
  if (!URL.canParse(values.portal) || !/^https?:/.test(values.portal))
    throw new Error('--portal must be an address, such as https://play.example.');
  const os = operatingSystems.find(
    (each) => each.toLowerCase() === (values.os ?? systems[process.platform])?.toLowerCase(),
  );
  if (!os) throw new Error(`--os is one of ${operatingSystems.join(', ')}.`);
  const folder =
    values.folder === undefined ? join(homedir(), 'FxId Games') : resolve(findInvocationFolder(), values.folder);
  return {
    command,
    game,
    os,
    folder,
    portal: new URL(values.portal).origin,
    branch: values.branch,
    token: values.token,
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
