// Proves a MY.GAMES sign-in by its code, and moves such an account's game data to the signed-in account.
import { Problem } from '#model/problem.ts';
import type { Static } from 'typebox';
import {
  defineServerAdapter,
  type IdentityHost,
  type IdentityTools,
  type SettingsCheckResult,
  type VerifyLoginResult,
} from '../port.server.ts';
import { impossibleCode, readOauthError } from '../read-oauth-error.server.ts';
import {
  callMyGames,
  createCodeExchangeRequest,
  readAccessToken,
  readMyGamesUser,
  createUserInfoRequest,
} from './protocol.server.ts';
import { mygames } from './identity.ts';

type Host = IdentityHost<Static<typeof mygames.settings>>;

export const adapter = defineServerAdapter(mygames, { verify, calls: { info, transfer }, checkSettings });

async function verify({ Code }: { Code: string }, host: Host): Promise<VerifyLoginResult> {
  if (Code === '') return refused('The code is empty.');
  const exchanged = await callMyGames(host, createCodeExchangeRequest(Code, host.settings));
  if ('reason' in exchanged) return refused(exchanged.reason);
  const accessToken = readAccessToken(exchanged.answer);
  if (accessToken === undefined) return refused('MY.GAMES answered the exchange without an access token.');

  const profile = await callMyGames(host, createUserInfoRequest(accessToken, host.settings));
  if ('reason' in profile) return refused(profile.reason);
  const user = readMyGamesUser(profile.answer);
  if (user === undefined) return refused('MY.GAMES answered without a user id.');
  const { id, name } = user;
  return {
    outcome: 'proved',
    proof: { identity: { type: 'MyGames', externalId: id }, ...(name !== undefined && { name }) },
  };
}

/** Assumed: MY.GAMES checks the client before the code, and uses OAuth's error codes. */
async function checkSettings(host: Host): Promise<SettingsCheckResult> {
  const exchanged = await callMyGames(host, createCodeExchangeRequest(impossibleCode, host.settings));
  if ('answer' in exchanged) return { outcome: 'unknown', reason: 'MY.GAMES accepted a code that was never issued.' };
  const { reason, error } = exchanged;
  return error === undefined ? { outcome: 'unknown', reason } : readOauthError(error);
}

// The caller has the code, so the account is theirs. The token proves that again when they start the transfer.
async function info(
  { Game, Code }: { Game: string; Code: string },
  host: Host,
  tools: IdentityTools,
): Promise<{ Id: string; Name?: string; TransferToken?: string }> {
  const verdict = await verify({ Code }, host);
  if (verdict.outcome === 'refused') {
    host.log.warn({ reason: verdict.reason }, 'A MY.GAMES account was not proved');
    throw new Problem('ProofRefused', undefined, { cause: new Error(verdict.reason) });
  }
  const { identity, name } = verdict.proof;
  const transferable = await tools.canTransfer(verdict.proof, Game);
  return {
    Id: identity.externalId,
    ...(name !== undefined && { Name: name }),
    ...(transferable && { TransferToken: await tools.storeProof(verdict.proof, Game) }),
  };
}

async function transfer(
  { Game, TransferToken }: { Game: string; TransferToken: string },
  _: Host,
  tools: IdentityTools,
): Promise<{ Success: boolean }> {
  await tools.transfer(await tools.redeemProof(TransferToken, Game), Game);
  return { Success: true };
}

const refused = (reason: string): VerifyLoginResult => ({ outcome: 'refused', reason });
