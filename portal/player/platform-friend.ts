import { fillGamesUrl } from '#model/fill-games-url.ts';
import type { Photo, PlatformFriend } from '#bridge/shapes.ts';
import { hueOf, initialsOf } from '#portal/ui/initials.ts';

/** A friend on our own portal, as a game is told: the id that the game may know, a name, a picture with its initials. */
export function platformFriend(
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
 * Where the pictures are that a game may show: on its own host where we serve it, as its pages may load nothing from elsewhere.
 * @param gamesUrl where the games are that we serve, with `{game}` for the name of one
 */
export function avatarsAddress(
  { game, gameOrigin }: { readonly game: string; readonly gameOrigin: string },
  gamesUrl: string | undefined,
  portalUrl: string,
): string {
  const isOurs = gamesUrl !== undefined && gameOrigin === new URL(fillGamesUrl(gamesUrl, game)).origin;
  return `${isOurs ? gameOrigin : portalUrl}/sdk/avatars`;
}

const sizePx = 128;

function photoOf(uid: string, name: string, avatarsUrl: string): Photo {
  const file = `${encodeURIComponent(initialsOf(name))}.svg`;
  return { url: `${avatarsUrl}/${hueOf(uid)}/${file}`, width: sizePx, height: sizePx };
}
