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

test('a signed-out player is not asked', async () => {
  const choice = chooseSession({ ...usual, isSignedIn: false, current: refuse, brought: refuse });
  expect(await choice).toEqual({ choice: 'take' });
});

test('but a handed-over session is used only after showing whose it is', async () => {
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

test('for another account the player is asked', async () => {
  expect(await chooseSession(usual)).toEqual({ choice: 'ask', current: 'Ada', other: 'Grace' });
});

test('for the same account the player is not asked, and the stronger session is kept', async () => {
  const same = { ...usual, brought: async () => ada };
  expect(await chooseSession(same)).toEqual({ choice: 'take' });
  expect(await chooseSession({ ...same, isLesser: true })).toEqual({ choice: 'keep' });
});

test('an ended session needs no question; any other error stops', async () => {
  const fail = (status: number) => async () => {
    throw new ApiError({ title: 'x', status });
  };
  expect(await chooseSession({ ...usual, current: fail(401) })).toEqual({ choice: 'take' });
  await expect(chooseSession({ ...usual, current: fail(503) })).rejects.toThrow('x');
  await expect(chooseSession({ ...usual, brought: fail(401) })).rejects.toThrow('x');
});
