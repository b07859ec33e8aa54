// The drill's internet: host names and addresses. It has three networks, each a network namespace: the portal's
// machines, the outside services (vendors, a mail server, a game's server), and the players. All addresses are ordinary
// public ones, and no traffic leaves the machine.

export const portalHost = 'play.example';
export const consoleHost = 'console.play.example';
export const gamesHost = 'games.example';
export const portalUrl = `https://${portalHost}`;
export const consoleUrl = `https://${consoleHost}`;
export const gamesUrl = `https://{game}.${gamesHost}`;
export const gameName = 'gem-miner';

export const addresses = {
  nginx: '51.158.1.10',
  haproxy: '51.158.1.20',
  nameServer: '195.10.10.53',
  nodes: ['10.0.0.11', '10.0.0.12'],
  player: '81.2.69.142',
  players: '90.1.0.0/16',
  /** The network that may open the console, and an operator in it. */
  office: '90.1.250.0/24',
  operator: '90.1.250.7',
  /** In a network from which YooKassa sends webhooks. The players' process uses it; no simulator does. */
  yookassa: '77.75.153.9',
  vendors: '104.18.0.0/16',
  /** The source address of the vendors' calls, in another network of YooKassa. */
  vendorCalls: '185.71.76.10',
} as const;

/** A vendor's host name that a simulator serves. `strip`: a path prefix that the simulator does not expect. */
export interface VendorHost {
  readonly host: string;
  readonly vendor: string;
  readonly strip?: string;
}

/** One of many player addresses, so that no address reaches a rate limit. */
export const playerAddress = (number: number): string => `90.1.${(number >> 8) & 255}.${number & 255}`;

export const mailHost = 'mail.post.example';
export const webmailHost = 'webmail.post.example';
export const studioHost = 'miner.studio.example';
export const deskHost = 'platforms.desk.example';

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

/** Every name with its addresses. A name that begins with `*.` covers all its subdomains. */
export const dnsZone: Readonly<Record<string, readonly string[]>> = {
  [portalHost]: [addresses.nginx],
  [consoleHost]: [addresses.nginx],
  [`*.${gamesHost}`]: [addresses.nginx],
  [mailHost]: ['104.18.25.1'],
  ...Object.fromEntries(vendorHosts.map(({ host }, index) => [host, [`104.18.7.${index + 1}`]])),
  // Names that resolve to private addresses, in part or entirely.
  'inside.studio.example': [addresses.nodes[0]],
  'metadata.studio.example': ['169.254.169.254'],
  'loopback.studio.example': ['127.0.0.1', '::1'],
  'both.studio.example': [addresses.nodes[0], '104.18.7.200'],
};
