// Whether the player is signed in. All tabs follow a sign-in or sign-out, and a token that the server rejects is
// removed.
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { apiClient } from './api.ts';
import { setDataLayerContext } from './reporting/data-layer.ts';
import { currentSessionNumber, subscribeToSession } from './session-token.ts';
import { fetchInSession } from './fetch-in-session.ts';

export { beginSession, endSession, isSignedIn, lastSessionEnding } from './session-token.ts';

/** The current session's number, part of the key of all its data; 0 if not signed in. */
export const useSessionNumber = (): number => useSyncExternalStore(subscribeToSession, currentSessionNumber, nobody);

/** On the server the visitor is never signed in. */
const nobody = (): number => 0;

export function useProfile() {
  const session = useSessionNumber();
  return useQuery({
    queryKey: ['profile', session],
    queryFn: readProfile,
    enabled: session > 0,
    // The player may have signed out or changed the profile elsewhere.
    refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > profileAgeMs && 'always',
  });
}

const profileAgeMs = 60_000;

export async function readProfile() {
  const session = currentSessionNumber();
  const profile = await fetchInSession(session > 0, () => apiClient.profile.get({}));
  if (session === currentSessionNumber()) setDataLayerContext({ accountId: profile.AccountId, email: profile.Email });
  return profile;
}
