import type { gameConnectionResults } from '#model/game-connection.ts';

type Result = keyof typeof gameConnectionResults;

interface Calls {
  connectFromGame(input: { Game: string; ConnectToken: string }): Promise<{ Result: Result }>;
  updateConnectGameInvite(input: { ConnectToken: string; Accept: boolean }): Promise<{ Result: Result }>;
}

/** Returns `Success` or the failure. */
export async function connectGameAccount(
  calls: Calls,
  { game, connectToken }: { readonly game: string; readonly connectToken: string },
): Promise<Exclude<Result, 'Created'>> {
  const taken = await calls.connectFromGame({ Game: game, ConnectToken: connectToken });
  if (taken.Result !== 'Created') return taken.Result;
  const { Result } = await calls.updateConnectGameInvite({ ConnectToken: connectToken, Accept: true });
  // If the connection is still `Created` after confirming, it failed.
  return Result === 'Created' ? 'FailedUnknown' : Result;
}
