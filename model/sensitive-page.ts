// Pages whose URL contains a token, or that take a payment. They have no session recording, debugging tools,
// third-party scripts or referrer.
/** @param path as the portal's router sees it, without the base path */
export function isSensitivePage(path: string): boolean {
  const plain = decoded(path);
  // A path that can't be decoded counts as sensitive.
  return (
    plain === undefined ||
    /^\/*(LoginWithTempToken|LoginValidateEmail|LoginFromGame|LoginFromDevice|UndoSignInChange|FriendInvitation|SignInReturn|SignInStart|Store)(\/|$)/i.test(
      plain,
    )
  );
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
