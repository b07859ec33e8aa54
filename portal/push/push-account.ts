// Remembers which player enabled push in this browser, because sessions end, browsers change subscriptions, and other
// players may use this browser.
import { readProfile } from '#portal/session.ts';
import { storage } from '#portal/storage.ts';

const key = 'PushAccount';

export async function savePushAccount(): Promise<void> {
  const { AccountId } = await readProfile();
  storage.set(key, AccountId);
}

export const forgetPushAccount = (): void => storage.remove(key);

export async function isPushAccountSignedIn(): Promise<boolean> {
  const kept = storage.get(key);
  return kept !== undefined && (await readProfile()).AccountId === kept;
}
