// Whether somebody is signed in: a token in the browser's storage under the name that clients know.
import { useQuery } from '@tanstack/react-query';
import { client } from '#portal/api.ts';
import { storage } from '#portal/storage.ts';

export const tokenKey = 'AuthToken';

export const isSignedIn = (): boolean => Boolean(storage.get(tokenKey));

/** The profile of whoever is signed in; nothing is asked when nobody is. */
export function useProfile() {
  return useQuery({ queryKey: ['profile'], queryFn: readProfile, enabled: isSignedIn() });
}

export async function readProfile() {
  if (!isSignedIn()) throw new Error('Failed profile data fetch: authToken is not available');
  return client.profile.get({});
}
