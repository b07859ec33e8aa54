// Verifies logins by a ticket from Steam's client or by a sign-in on Steam's page. Each works once. If Steam doesn't
// respond, it is an error and not a refusal: the player can try again.
import { Type } from 'typebox';
import { buildRefusal } from '#kit/build-refusal.ts';
import { Problem } from '#model/problem.ts';
import { createPlayerProof } from '../kit/create-player-proof.server.ts';
import type { PlatformHost, VerifyLoginResult, VerifyLogin } from '../port.server.ts';
import { SteamIdSchema, getFromSteam, SteamDeniedError, type SteamHost } from './client.server.ts';
import { verifyOpenIdReturn } from './open-id.server.ts';
import type { steam } from './platform.ts';
import { fetchProfiles } from './profiles.server.ts';

export type SteamSignInHost = PlatformHost<SteamHost['settings']>;

export const verify: VerifyLogin<typeof steam> = async ({ Ticket, OpenId }, host) => {
  if ((Ticket === undefined) === (OpenId === undefined))
    return buildRefusal('The login must be either a ticket or a sign-in.');
  try {
    const proved =
      Ticket === undefined ? await verifyOpenIdReturn(OpenId ?? '', host) : await checkTicket(Ticket, host);
    return typeof proved === 'string' ? await describe(proved, host) : proved;
  } catch (cause) {
    if (cause instanceof SteamDeniedError) {
      host.log.warn({ err: cause }, "Steam denied access to the player's identity.");
      return buildRefusal('Steam rejected our key.');
    }
    host.log.warn({ err: cause }, 'A Steam login could not be verified.');
    throw new Problem('ProviderUnavailable', "Steam isn't responding. Try again in a moment.", { cause });
  }
};

async function checkTicket(given: string, host: SteamSignInHost): Promise<string | VerifyLoginResult> {
  // Upper and lower case are the same ticket.
  const ticket = given.toLowerCase();
  if (!/^(?:[0-9a-f]{2}){16,2560}$/.test(ticket))
    return buildRefusal('The ticket is not 16 to 2560 bytes in hexadecimal.');
  const { AppId: appid, TicketIdentity: identity = 'fxid' } = host.settings;
  const method = 'ISteamUserAuth/AuthenticateUserTicket/v1';
  const reply = await getFromSteam(method, { appid, ticket, identity }, Type.Object({ params: Owner }), host);
  if (reply.outcome === 'refused') return reply;
  const { steamid, publisherbanned: isBanned = false } = reply.answer.params;
  if (isBanned) return buildRefusal("The game's publisher has banned this player at Steam.");
  const until = new Date(host.now().getTime() + ticketMs);
  return (await host.consumeOnce(ticket, until)) ? steamid : buildRefusal('The ticket was used before.');
}

/** If the game is borrowed from a library, `steamid` is the player and the owner is the lender. */
const Owner = Type.Object({
  result: Type.Literal('OK'),
  steamid: SteamIdSchema,
  publisherbanned: Type.Optional(Type.Boolean()),
});

/**
 * How long a used ticket is remembered: a client creates a new one at every start and doesn't stay signed in longer
 * without one.
 */
const ticketMs = 7 * 24 * 3_600_000;

/** The name is optional. */
async function describe(steamId: string, host: SteamSignInHost): Promise<VerifyLoginResult> {
  try {
    const [person] = await fetchProfiles([steamId], host);
    return createPlayerProof('Steam', steamId, { name: person?.personaname.slice(0, 80) });
  } catch (error) {
    host.log.warn({ err: error }, "Steam did not return a player's name.");
    return createPlayerProof('Steam', steamId);
  }
}
