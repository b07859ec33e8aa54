// Remembers which player enabled push in this browser, so that on a later visit the subscription can be sent again:
// sessions end, and browsers change subscriptions. Other players of this browser have not enabled it.
import { readProfile } from '#portal/session.ts';
import { storage } from '#portal/storage.ts';

const key = 'PushAccount';

/** Call it when a player has enabled push in this browser. */
export async function savePushAccount(): Promise<void> {
  const { AccountId } = await readProfile();
  storage.set(key, AccountId);
}

export const forgetPush = (): void => storage.remove(key);

/** Whether the signed-in player enabled push in this browser. */
export async function isPushAccount(): Promise<boolean> {
  const kept = storage.get(key);
  return kept !== undefined && (await readProfile()).AccountId === kept;
}
