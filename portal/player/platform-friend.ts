import { buildGameOrigin } from '#model/build-game-origin.ts';
import type { Photo, PlatformFriend } from '#bridge/shapes.ts';
import { avatarHue, getInitials } from '#portal/ui/initials.ts';

/** A friend on our own portal as games see them, with an avatar of initials. */
export function toPlatformFriend(
  { Uid, Name }: { readonly Uid: string; readonly Name: string },
  avatarsUrl: string,
): PlatformFriend {
  return {
    uid: Uid,
    firstName: Name,
    lastName: '',
    displayName: Name,
    gender: 'unspecified',
    photo: photoOf(Uid, Name, avatarsUrl),
  };
}

/**
 * Games that we host may load pictures only from their own host.
 * @param gamesUrl the URL pattern of hosted games, with `{game}` for the game's name
 */
export function findAvatarsUrl(
  { game, gameOrigin }: { readonly game: string; readonly gameOrigin: string },
  gamesUrl: string | undefined,
  portalUrl: string,
): string {
  const isOurs = gamesUrl !== undefined && gameOrigin === new URL(buildGameOrigin(gamesUrl, game)).origin;
  return `${isOurs ? gameOrigin : portalUrl}/sdk/avatars`;
}

const sizePx = 128;

function photoOf(uid: string, name: string, avatarsUrl: string): Photo {
  const file = `${encodeURIComponent(getInitials(name))}.svg`;
  return { url: `${avatarsUrl}/${avatarHue(uid)}/${file}`, width: sizePx, height: sizePx };
}
