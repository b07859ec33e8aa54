/** Asks for the profile; without a session there is nobody to ask for, and nothing is sent. */
export function askInSession<Profile>(isSignedIn: boolean, ask: () => Promise<Profile>): Promise<Profile> {
  return isSignedIn ? ask() : Promise.reject(new Error('Failed profile data fetch: authToken is not available'));
}
