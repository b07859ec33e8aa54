// Verifies logins. Nothing is signed: Kongregate is asked whether the token belongs to this player in this game. The
// numeric id counts, because names change. All guests have the id 0.
import { Type } from 'typebox';
import { buildRefusal } from '#kit/build-refusal.ts';
import { createPlayerProof } from '../kit/create-player-proof.server.ts';
import type { VerifyLogin } from '../port.server.ts';
import { createKongregateClient } from './client.server.ts';
import type { kongregate } from './platform.ts';

export const verify: VerifyLogin<typeof kongregate> = async ({ UserId, Token = '', IsGuest }, host) => {
  if (IsGuest)
    return UserId === '0' && Token === ''
      ? { outcome: 'guest' }
      : buildRefusal('A guest must have the id 0 and no token.');
  if (Token === '' || !/^[1-9]\d{0,18}$/.test(UserId)) return buildRefusal('The login names no player.');
  const reply = await createKongregateClient(host).ask({
    subject: 'a login',
    path: '/authenticate.json',
    query: { user_id: UserId, game_auth_token: Token, api_key: host.settings.ApiKey },
    answer: Player,
  });
  if (reply.outcome === 'refused') return reply;
  const { user_id: provedId, username } = reply.answer;
  return String(provedId) === UserId
    ? createPlayerProof('Kongregate', UserId, { name: username })
    : buildRefusal('Kongregate confirmed another player than the one named.');
};

const Player = Type.Object({
  success: Type.Literal(true),
  user_id: Type.Integer({ minimum: 1 }),
  username: Type.String({ maxLength: 200 }),
});
