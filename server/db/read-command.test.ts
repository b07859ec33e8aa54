import { expect, test } from 'vitest';
import { HelpRequestedError, readCommand, type SubcommandDefinitions } from './read-command.ts';

const forms = {
  show: { words: ['id'], does: 'shows one' },
  move: { words: ['id', 'where?'], options: { slowly: true, by: 'whom' }, does: 'moves one' },
} as const satisfies SubcommandDefinitions;
const open = {
  list: { words: [], does: 'lists' },
  '*': { words: ['thing'], does: 'does it' },
} as const satisfies SubcommandDefinitions;

const read = (line: string) => readCommand('things', forms, line.split(' ').filter(Boolean));

test('returns words and options, in any order', () => {
  expect(read('show 7')).toEqual({ action: 'show', words: ['7'], options: {} });
  expect(read('move --by ada 7 --slowly there')).toEqual({
    action: 'move',
    words: ['7', 'there'],
    options: { by: 'ada', slowly: true },
  });
  expect(read('move 7').words).toEqual(['7']);
});

test('a form without a name accepts what no other form does', () => {
  expect(readCommand('things', open, ['list'])).toMatchObject({ action: 'list', words: [] });
  expect(readCommand('things', open, ['a'])).toMatchObject({ action: '*', words: ['a'] });
});

test.each([
  ['', 'Which command?'],
  ['burn 7', 'There is no command "burn"'],
  ['constructor', 'There is no command "constructor"'],
  ['show', '<id> is missing'],
  ['show 7 8', '"8" is one word too many'],
  ['show 7 --slowly', '--slowly does not belong there'],
  ['show 7 --quickly', "Unknown option '--quickly'"],
  ['move 7 --by', "'--by <value>' argument missing"],
  ['move 7 --slowly=yes', "'--slowly' does not take an argument"],
])('%j is rejected with the reason and the usage', (line, reason) => {
  expect(() => read(line)).toThrow(reason);
  expect(() => read(line)).toThrow('Usage: npm run things -- …');
});

test('--help shows every form, at any position', () => {
  for (const line of ['--help', '-h', 'move --help', 'show 7 --help']) {
    expect(() => read(line)).toThrow(HelpRequestedError);
    expect(() => read(line)).toThrow('move <id> [<where>] [--slowly] [--by <whom>]');
  }
});
