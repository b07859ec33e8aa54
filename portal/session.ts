// Whether the player is signed in: a token in the browser's storage, under a name that clients know. All tabs follow a
// sign-in or sign-out, and a token that the server refuses is removed.
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { apiClient } from './api.ts';
import { setDataLayerContext } from './reporting/data-layer.ts';
import { currentSession, subscribeToSession } from './session-token.ts';
import { fetchInSession } from './fetch-in-session.ts';

export { beginSession, endSession, isSignedIn, lastSessionEnding } from './session-token.ts';

/** The number of the current session, 0 if not signed in: part of the key of all data of a session. */
export const useSession = (): number => useSyncExternalStore(subscribeToSession, currentSession, nobody);

/** On the server the visitor is never signed in. */
const nobody = (): number => 0;

/** The signed-in player's profile; makes no request if not signed in. */
export function useProfile() {
  const session = useSession();
  return useQuery({
    queryKey: ['profile', session],
    queryFn: readProfile,
    enabled: session > 0,
    // A player who returns after a while may have been signed out or changed elsewhere.
    refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > profileAgeMs && 'always',
  });
}

const profileAgeMs = 60_000;

export async function readProfile() {
  const session = currentSession();
  const profile = await fetchInSession(session > 0, () => apiClient.profile.get({}));
  if (session === currentSession()) setDataLayerContext({ accountId: profile.AccountId });
  return profile;
}
