// The internet of the drill: who owns which name and which address. Three networks, each a namespace of its own: the portal's
// machines, everybody who is somebody's customer there (vendors, a mail server, a game's server), and players. All addresses are
// ordinary public ones, and nothing of it leaves the machine.

export const portalHost = 'play.example';
export const gamesHost = 'games.example';
export const portalUrl = `https://${portalHost}`;
export const gamesUrl = `https://{game}.${gamesHost}`;
export const gameName = 'gem-miner';

export const addresses = {
  nginx: '51.158.1.10',
  haproxy: '51.158.1.20',
  nameServer: '195.10.10.53',
  /** Nodes stand behind the proxies, in a private network. */
  nodes: ['10.0.0.11', '10.0.0.12'],
  player: '81.2.69.142',
  players: '90.1.0.0/16',
  /** Of a network from which YooKassa sends notices, where the drill has no vendor but itself. */
  yookassa: '77.75.153.9',
  vendors: '104.18.0.0/16',
  /** Where the vendors' own calls come from: another network of YooKassa. */
  vendorCalls: '185.71.76.10',
} as const;

/** Where a simulator answers under one of its vendor's names. `strip`: the beginning of paths that it does not know. */
export interface VendorHost {
  readonly host: string;
  readonly vendor: string;
  readonly strip?: string;
}

/** The address of one of many players, so that nobody asks too much. */
export const playerNumber = (number: number): string => `90.1.${(number >> 8) & 255}.${number & 255}`;

export const mailHost = 'mail.post.example';
export const webmailHost = 'webmail.post.example';
export const studioHost = 'miner.studio.example';
export const deskHost = 'platforms.desk.example';

/** The first of a vendor's hosts is where its pages are. */
export const vendorHosts: readonly VendorHost[] = [
  { host: 'checkout.stripe.com', vendor: 'payments/stripe' },
  { host: 'api.stripe.com', vendor: 'payments/stripe' },
  { host: 'js.stripe.com', vendor: 'payments/stripe', strip: '/endive' },
  { host: 'secure.xsolla.com', vendor: 'payments/xsolla' },
  { host: 'api.xsolla.com', vendor: 'payments/xsolla' },
  { host: 'cdn.xsolla.net', vendor: 'payments/xsolla', strip: '/payments-bucket-prod/embed/1.5.4' },
  { host: 'yookassa.ru', vendor: 'payments/yookassa', strip: '/checkout-widget/v1' },
  { host: 'api.yookassa.ru', vendor: 'payments/yookassa' },
  { host: 'identitytoolkit.googleapis.com', vendor: 'identities/firebase' },
  { host: 'www.googleapis.com', vendor: 'identities/firebase' },
  { host: 'id.vk.ru', vendor: 'identities/vkid' },
  { host: 'api.telegram.org', vendor: 'platforms/telegram' },
  { host: 'sad.adsgram.ai', vendor: 'platforms/telegram', strip: '/js' },
  { host: 'api.vk.com', vendor: 'platforms/vkontaktecom' },
  { host: 'api.ok.ru', vendor: 'platforms/odnoklassniki' },
  { host: 'sdk.games.s3.yandex.net', vendor: 'platforms/yandexgames' },
  { host: 'partner.steam-api.com', vendor: 'platforms/steam' },
  { host: 'api.kongregate.com', vendor: 'platforms/kongregate' },
  { host: 'sdk.crazygames.com', vendor: 'platforms/crazygames' },
  { host: 'vkplay.ru', vendor: 'platforms/vkontakteplay' },
  { host: 'ag.ru', vendor: 'platforms/absolutegames' },
  { host: 'apps.facebook.com', vendor: 'platforms/facebookgames' },
  { host: 'www.facebook.com', vendor: 'platforms/facebookinstantgames' },
  { host: 'wizq.example', vendor: 'platforms/wizq' },
  { host: 'challenges.cloudflare.com', vendor: 'captcha', strip: '/turnstile/v0' },
  { host: 'web.telegram.org', vendor: 'telegramclient' },
  { host: webmailHost, vendor: 'webmail' },
  { host: studioHost, vendor: 'studio' },
  { host: deskHost, vendor: 'desk' },
  { host: 'graph.facebook.com', vendor: 'payments/facebookpay' },
];

/** Every name, and what its addresses are. A name that begins with `*.` stands for all below it. */
export const zone: Readonly<Record<string, readonly string[]>> = {
  [portalHost]: [addresses.nginx],
  [`*.${gamesHost}`]: [addresses.nginx],
  [mailHost]: ['104.18.25.1'],
  ...Object.fromEntries(vendorHosts.map(({ host }, index) => [host, [`104.18.7.${index + 1}`]])),
  // Names that lead where no server of ours may go, or not only there.
  'inside.studio.example': [addresses.nodes[0]],
  'metadata.studio.example': ['169.254.169.254'],
  'loopback.studio.example': ['127.0.0.1', '::1'],
  'both.studio.example': [addresses.nodes[0], '104.18.7.200'],
};
