// Which paths a build may install. The same rules hold on every operating system, so that a build that one of them
// accepts can't escape from its folder, or overwrite itself, on another.

export const maxInstallPathLength = 400;

/** The launcher's own folder inside an installed game. */
export const launcherFolderName = '.fxid';

// Windows: device names, also with an ending, and characters with a meaning of their own.
const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i;
const forbiddenCharacter = /[\\<>:"|?*\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/u;

/** Undefined if the path is safe; otherwise the reason, as the end of a sentence. */
export function findInstallPathProblem(path: string): string | undefined {
  if (path === '' || path.length > maxInstallPathLength) return `must have 1 to ${maxInstallPathLength} characters`;
  if (forbiddenCharacter.test(path)) return 'has a character that file names may not have on every system';
  if (path !== path.normalize('NFC')) return 'is not in Unicode normal form C';
  for (const name of path.split('/')) {
    if (name === '' || name === '.' || name === '..') return 'must be relative, without empty names, "." and ".."';
    if (/^ |[. ]$/.test(name)) return 'has a name that begins or ends with a space, or ends with a dot';
    if (deviceName.test(name)) return 'has a name that Windows reserves for devices';
  }
  if (foldCase(path).split('/')[0] === launcherFolderName) return `must not be in ${launcherFolderName}`;
  return undefined;
}

/** Finds two paths that are the same file on some systems, or a file that another path uses as a folder. */
export function findInstallPathConflict(paths: readonly string[]): readonly [string, string] | undefined {
  const seen = new Map(paths.map((path) => [foldCase(path), path]));
  for (const path of paths) {
    const same = seen.get(foldCase(path));
    if (same !== undefined && same !== path) return [path, same];
    const names = foldCase(path).split('/');
    for (let count = 1; count < names.length; count += 1) {
      const file = seen.get(names.slice(0, count).join('/'));
      if (file !== undefined) return [path, file];
    }
  }
  return undefined;
}

/** Whether the path is one of the entries, or lies in one of them. */
export function isInPaths(path: string, entries: readonly string[]): boolean {
  const folded = foldCase(path);
  return entries.some((entry) => folded === foldCase(entry) || folded.startsWith(`${foldCase(entry)}/`));
}

const foldCase = (path: string): string => path.toLowerCase();
