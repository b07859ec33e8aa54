// Keeps an invitation's token in this browser through a sign-in, for an hour at most: a mail link returns without it.
import type { SafeStorage } from '#portal/storage.ts';

export interface StoredInvitation {
  keep(token: string): void;
  read(): string | undefined;
  forget(): void;
}

export function createStoredInvitation(storage: SafeStorage, now: () => number): StoredInvitation {
  return {
    keep: (token) => storage.set(key, `${now() + keptMs} ${token}`),
    read: () => {
      const [until, token] = (storage.get(key) ?? '').split(' ');
      return token !== undefined && Number(until) > now() ? token : undefined;
    },
    forget: () => storage.remove(key),
  };
}

const key = 'FriendInvitation';
const keptMs = 60 * 60_000;
