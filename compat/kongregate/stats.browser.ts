// Statistics of the vendor are what a game's leaderboards, badges and quests are made of. Here each is an event, and a
// score if the game has a leaderboard of this name.
import type { Sdk } from '#sdk/sdk.ts';
import { readList } from '../kit/read-options.browser.ts';
import type { KongregateStats } from './vendor-types.ts';

export function createStats(sdk: Sdk): KongregateStats {
  // Games submit the same statistics all the time, so the portal is asked once for each name.
  const boards = new Map<string, Promise<boolean>>();
  const hasBoard = (name: string): Promise<boolean> => {
    const known = boards.get(name) ?? findBoard(sdk, name);
    boards.set(name, known);
    // After a failure, the next score asks again.
    known.catch(() => boards.delete(name));
    return known;
  };
  const submitScore = async (name: string, value: number): Promise<void> => {
    if (await hasBoard(name)) await sdk.leaderboards.submit(name, value);
  };
  const submit = (name: unknown, given: unknown): void => {
    // As the vendor counts them: whole numbers from 0. Games pass texts and booleans too.
    const value = Number(given);
    if (typeof name !== 'string' || name === '' || name.length > 64) return;
    if (given === null || given === '' || !Number.isSafeInteger(value) || value < 0) return;
    sdk.game.event(name, { value }).catch(() => undefined);
    submitScore(name, value).catch(() => undefined);
  };
  return {
    submit,
    submitArray: (list) => readList(list).forEach(({ name, value }) => submit(name, value)),
  };
}

/** Rejects if the portal can't tell. */
const findBoard = (sdk: Sdk, name: string): Promise<boolean> =>
  sdk.leaderboards.get(name, { limit: 1 }).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === 'InvalidRequest') return false;
      throw error;
    },
  );
