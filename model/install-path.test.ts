import { expect, it, test } from 'vitest';
import { findInstallPathConflict, findInstallPathProblem, isInPaths } from './install-path.ts';

test.each(['game', 'bin/game.exe', 'data/Räume/ebene 1.pak', '日本/ファイル', '.config/x', 'a..b/c', 'com/nul1'])(
  'accepts %j',
  (path) => expect(findInstallPathProblem(path)).toBeUndefined(),
);

test.each([
  '',
  '/etc/passwd',
  '../x',
  'a/../../x',
  'a/./b',
  'a//b',
  'a/',
  'a\\b',
  'C:/x',
  'x:stream',
  'a\u0000b',
  'a\u202Eexe.txt',
  'nul',
  'a/CON.txt',
  'Com1.log',
  'lpt¹',
  'a./b',
  'b ',
  ' b',
  '.fxid/installed.json',
  '.FXID/x',
  'e\u0301',
  'x'.repeat(401),
])('rejects %j', (path) => expect(findInstallPathProblem(path)).toEqual(expect.any(String)));

it('finds paths that collide on case-insensitive systems, and a file that is also a folder', () => {
  expect(findInstallPathConflict(['a/b', 'a/c', 'd'])).toBeUndefined();
  expect(findInstallPathConflict(['Data/x', 'data/X'])).toEqual(['Data/x', 'data/X']);
  expect(findInstallPathConflict(['lib', 'LIB/core'])).toEqual(['LIB/core', 'lib']);
});

it('recognises the paths inside a folder', () => {
  expect(['saves/1', 'Saves/a/b', 'saves'].every((path) => isInPaths(path, ['saves']))).toBe(true);
  expect(['saves2', 'x/saves'].some((path) => isInPaths(path, ['saves']))).toBe(false);
});
