import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectUses } from './collect-uses.ts';
import { fieldsOfSchema, typeNamed, type Field } from './declared-fields.ts';
import { createJudge, type Judge } from './judge-fields.ts';
import { openProgram, type Program } from './open-program.ts';

const root = join(import.meta.dirname, 'testing');
const ANYWHERE = /./;
let program: Program;
let judge: Judge;
let fields: Record<'Request' | 'Other' | 'Reply', Field[]>;

beforeAll(() => {
  program = openProgram(root, 'tsconfig.json');
  const of = (name: string): Field[] =>
    fieldsOfSchema(program.project.checker, typeNamed(program.project, join(root, 'sample.ts'), name), name, new Set());
  fields = { Request: of('Request'), Other: of('Other'), Reply: of('Reply') };
  const all = Object.values(fields).flat();
  judge = createJudge(
    collectUses(program, [{ names: all.map(({ key }) => key), where: ANYWHERE }]),
    new Set(all.flatMap(({ declarations }) => declarations)),
  );
});
afterAll(() => program[Symbol.dispose]());

const unread = (of: readonly Field[]) => of.filter((field) => !judge.isRead(field, ANYWHERE)).map(({ key }) => key);
const unfilled = (of: readonly Field[]) => of.filter((field) => !judge.isFilled(field, ANYWHERE)).map(({ key }) => key);

test('a field is read by its name, by taking it apart, and where it is handed on to; another of its name does not count', () => {
  expect(unread(fields.Request)).toEqual(['PassedOver', 'Forgotten']);
});

test('a declaration that two objects share is read for the one that it was read of', () => {
  expect(unread(fields.Other)).toEqual(['SharedRead', 'Elsewhere']);
});

test('a field is filled in an object, by a spread and by what a function gives; giving a reply on fills nothing, nor does an empty text', () => {
  expect(unfilled(fields.Reply)).toEqual(['Copied', 'Empty', 'Nothing']);
});

test('nothing counts where it does not', () => {
  expect(fields.Request.filter((field) => judge.isRead(field, /^elsewhere/))).toEqual([]);
});
