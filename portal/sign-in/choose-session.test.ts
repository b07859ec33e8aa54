import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import { chooseSession } from './choose-session.ts';

const ada = { AccountId: 'a', Name: 'Ada' };
const grace = { AccountId: 'g', Name: 'Grace' };
const refuse = (): never => {
  throw new Error('Nobody was to be asked.');
};
const usual = {
  isSignedIn: true,
  current: async () => ada,
  brought: async () => grace,
  isLesser: false,
  isHanded: false,
};

test('where nobody is signed in, nobody is asked', async () => {
  const choice = chooseSession({ ...usual, isSignedIn: false, current: refuse, brought: refuse });
  expect(await choice).toEqual({ choice: 'take' });
});

test('but a session that was handed on is taken by nobody without knowing whose it is', async () => {
  const handed = { ...usual, isHanded: true };
  expect(await chooseSession({ ...handed, isSignedIn: false, current: refuse })).toEqual({
    choice: 'ask',
    other: 'Grace',
  });
  const ended = async () => {
    throw new ApiError({ title: 'x', status: 401 });
  };
  expect(await chooseSession({ ...handed, current: ended })).toEqual({ choice: 'ask', other: 'Grace' });
  expect(await chooseSession(handed)).toEqual({ choice: 'ask', current: 'Ada', other: 'Grace' });
});

test('another account is asked about', async () => {
  expect(await chooseSession(usual)).toEqual({ choice: 'ask', current: 'Ada', other: 'Grace' });
});

test('the same account is not, and keeps the session that is worth more', async () => {
  const same = { ...usual, brought: async () => ada };
  expect(await chooseSession(same)).toEqual({ choice: 'take' });
  expect(await chooseSession({ ...same, isLesser: true })).toEqual({ choice: 'keep' });
});

test('a session that has ended is no reason to ask; any other fault is one to stop', async () => {
  const fail = (status: number) => async () => {
    throw new ApiError({ title: 'x', status });
  };
  expect(await chooseSession({ ...usual, current: fail(401) })).toEqual({ choice: 'take' });
  await expect(chooseSession({ ...usual, current: fail(503) })).rejects.toThrow('x');
  await expect(chooseSession({ ...usual, brought: fail(401) })).rejects.toThrow('x');
});
