// The pages that carry a token or take a payment: no recording of the screen, no debugging tools, no script of others, and
// no referrer.
/** @param path as the portal's router sees it, without the base path */
export function isSensitivePage(path: string): boolean {
  const plain = decoded(path);
  // What cannot be read is not taken for harmless.
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
