// An invitation to be friends survives a sign-in: its token is kept in this browser until it is answered, for an hour at most. Whoever
// signs up by the link of a mail comes back to the page without it in the address.
import type { SafeStorage } from '#portal/storage.ts';

export interface KeptInvitation {
  keep(token: string): void;
  read(): string | undefined;
  forget(): void;
}

export function createKeptInvitation(storage: SafeStorage, now: () => number): KeptInvitation {
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
