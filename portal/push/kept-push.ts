// Whose messages this browser gets, so that at a later visit the server can be told of it again: sessions end, and browsers change
// their subscriptions. Whoever signs in here besides has not asked for any.
import { readProfile } from '#portal/session.ts';
import { storage } from '#portal/storage.ts';

const key = 'PushAccount';

/** To be called when a player has let this browser get messages. */
export async function rememberPush(): Promise<void> {
  const { AccountId } = await readProfile();
  storage.set(key, AccountId);
}

export const forgetPush = (): void => storage.remove(key);

/** Whether it was the player who is signed in now. */
export async function isPushRemembered(): Promise<boolean> {
  const kept = storage.get(key);
  return kept !== undefined && (await readProfile()).AccountId === kept;
}
