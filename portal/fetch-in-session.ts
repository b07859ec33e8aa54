/** Fetches the profile; without a session it rejects without a request. */
export function fetchInSession<Profile>(isSignedIn: boolean, ask: () => Promise<Profile>): Promise<Profile> {
  return isSignedIn ? ask() : Promise.reject(new Error('Failed profile data fetch: authToken is not available'));
}
