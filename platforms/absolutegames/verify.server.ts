// Verifies a launch of ag.ru. The signature covers only the game, the player and the play session: no time, and not
// whether the player is a guest. Lying about being a guest only leads to another account with the same number.
import { createHmac } from 'node:crypto';
import type { Static } from 'typebox';
import { buildRefusal } from '#kit/build-refusal.ts';
import { parseParams } from '#kit/sorted-signature.server.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import { createPlayerProof } from '../kit/create-player-proof.server.ts';
import type { VerifyLogin } from '../port.server.ts';
import { absolutegames } from './platform.ts';

export type AbsoluteGamesSettings = Static<typeof absolutegames.settings>;

export const verify: VerifyLogin<typeof absolutegames> = async ({ QueryString, UserAuth }, { settings }) => {
  const texts = parseParams((UserAuth ?? QueryString).replace(/^\?/, ''));
  if (!texts) return buildRefusal('The launch repeats a parameter or is not text.');
  const { app_id: appId, player_id: playerId = '', game_sid: gameSid = '', auth_key: authKey = '', guest } = texts;
  if (appId !== settings.AppId)
    return buildRefusal('The launch is for another game. Compare its app_id with the setting AppId.');
  const isGuest = guest !== 'false';
  const isNobody = isGuest && playerId === '';
  // Assumed: if the platform doesn't know the player, there may be no signature.
  if (isNobody && authKey === '') return { outcome: 'guest' };
  const why = findSignatureError({ appId, playerId, gameSid, authKey }, settings);
  if (why !== undefined) return buildRefusal(why);
  if (isNobody) return { outcome: 'guest' };
  if (playerId === '') return buildRefusal('The launch names no player.');
  return createPlayerProof(isGuest ? absolutegames.guestType : 'AbsoluteGames', playerId, { isGuest });
};

interface SignedLaunch {
  readonly appId: string;
  readonly playerId: string;
  readonly gameSid: string;
}

/** Returns why the signature is invalid. Undefined: it is valid. */
export function findSignatureError(
  { authKey, ...start }: SignedLaunch & { readonly authKey: string },
  { SecretKey }: Pick<AbsoluteGamesSettings, 'SecretKey'>,
): string | undefined {
  // If a part contained the separator, the same text could be read in two ways.
  if (!isPlain.test(start.playerId) || start.gameSid.includes(between)) return 'The launch names no player.';
  return isSameSignature(authKey, signLaunch(start, SecretKey))
    ? undefined
    : 'The start is not signed by Absolute Games.';
}

/** From the README of the platform's own package. */
export const signLaunch = ({ appId, playerId, gameSid }: SignedLaunch, secretKey: string): string =>
  createHmac('sha256', secretKey).update([appId, playerId, gameSid].join(between)).digest('hex');

const between = '._.';
const isPlain = /^[\w-]{0,64}$/;
