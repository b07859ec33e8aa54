/** Rejects without a request if there is no session. */
export function fetchInSession<Profile>(isSignedIn: boolean, ask: () => Promise<Profile>): Promise<Profile> {
  return isSignedIn ? ask() : Promise.reject(new Error('Failed profile data fetch: authToken is not available'));
}
