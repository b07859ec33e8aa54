// The name of this build: version and commit, from the release's VERSION file or from the git checkout.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export function readPortalVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const commit = read(join(root, 'VERSION'))?.split(' ')[1] ?? readCommit(root);
  return commit === undefined ? version : `${version}+${commit.slice(0, 12)}`;
}

function readCommit(root: string): string | undefined {
  const folder = gitFolder(root);
  const head = folder === undefined ? undefined : read(join(folder, 'HEAD'));
  if (folder === undefined || head === undefined) return undefined;
  const [, name] = /^ref: (\S+)$/.exec(head) ?? [];
  if (name === undefined) return head;
  // A linked git worktree shares the branches of the main one.
  const shared = resolve(folder, read(join(folder, 'commondir')) ?? '.');
  const packed = read(join(shared, 'packed-refs'))
    ?.split('\n')
    .find((line) => line.endsWith(` ${name}`));
  return read(join(shared, name)) ?? packed?.split(' ', 1)[0];
}

function gitFolder(root: string): string | undefined {
  const [, elsewhere] = /^gitdir: (.+)$/.exec(read(join(root, '.git')) ?? '') ?? [];
  if (elsewhere !== undefined) return resolve(root, elsewhere);
  return read(join(root, '.git/HEAD')) === undefined ? undefined : join(root, '.git');
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes((error as { code?: string }).code ?? '')) return undefined;
    throw error;
  }
}
