// Whether somebody is signed in: a token in the browser's storage under the name that clients know. Every tab follows when
// one signs in or out, and a token that the server no longer takes is dropped.
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { client } from './api.ts';
import { setDataLayerContext } from './reporting/data-layer.ts';
import { currentSession, subscribeToSession } from './session-token.ts';
import { askInSession } from './ask-in-session.ts';

export { beginSession, endSession, isSignedIn, sessionEnding } from './session-token.ts';

/** A number for the session that there is now, 0 for none: whatever belongs to a session is kept under it. */
export const useSession = (): number => useSyncExternalStore(subscribeToSession, currentSession, nobody);

/** A server never knows who reads. */
const nobody = (): number => 0;

/** The profile of whoever is signed in; nothing is asked when nobody is. */
export function useProfile() {
  const session = useSession();
  return useQuery({
    queryKey: ['profile', session],
    queryFn: readProfile,
    enabled: session > 0,
    // Who comes back to the page after a while may have been signed out or changed elsewhere.
    refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > profileAgeMs && 'always',
  });
}

const profileAgeMs = 60_000;

export async function readProfile() {
  const session = currentSession();
  const profile = await askInSession(session > 0, () => client.profile.get({}));
  if (session === currentSession()) setDataLayerContext({ accountId: profile.AccountId });
  return profile;
}
