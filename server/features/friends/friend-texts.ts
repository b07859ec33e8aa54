import type { Locale } from '#model/locale.ts';

interface FriendTexts {
  readonly player: string;
  readonly online: string;
}

export const friendTexts: Readonly<Record<Locale, FriendTexts>> = {
  en: { player: 'Player', online: '{name} is online' },
  de: { player: 'Spieler', online: '{name} ist online' },
  es: { player: 'Jugador', online: '{name} está en línea' },
  fa: { player: 'بازیکن', online: '{name} آنلاین است' },
  fr: { player: 'Joueur', online: '{name} est en ligne' },
  it: { player: 'Giocatore', online: '{name} è online' },
  ja: { player: 'プレイヤー', online: '{name}さんがオンラインです' },
  ko: { player: '플레이어', online: '{name}님이 온라인입니다' },
  pl: { player: 'Gracz', online: '{name} jest online' },
  'pt-br': { player: 'Jogador', online: '{name} está online' },
  ru: { player: 'Игрок', online: '{name} в сети' },
  tr: { player: 'Oyuncu', online: '{name} çevrimiçi' },
  uk: { player: 'Гравець', online: '{name} у мережі' },
  zh: { player: '玩家', online: '{name} 在线' },
};

export function describeFriend(
  locale: Locale,
  { names, status }: { readonly names: readonly string[]; readonly status: string },
): { readonly name: string; readonly status: string } {
  const { player, online } = friendTexts[locale];
  const name = names.find((each) => each !== '') ?? player;
  // A replacer function, because a name may contain `$`.
  return { name, status: status === '' ? online.replace('{name}', () => name) : status };
}
