// Platforms that the tests of all platforms skip for one aspect, each with its reason.

type Reasons = Readonly<Record<string, string>>;

/** Platforms without a simulator for their logins, because their players are ours. */
export const platformsWithoutLoginSimulator: Reasons = {
  fxid: 'our own portal is the real one',
  fxlauncher: 'its players have a login code of ours, and the launcher is our own; its page is simulated',
  fxnative: 'its players have a login code of ours; its six stores and its app are simulated, and have their own tests',
};

export const unsupportedTestLogins: Readonly<Record<string, Reasons>> = {
  odnoklassniki: { future: 'launches contain no time: the session counts' },
  absolutegames: { stale: 'it signs no time', future: 'it signs no time' },
  vkontakteplay: { future: 'only VK Play can read a token’s time' },
  steam: { future: 'only Steam can read a ticket’s time' },
};

export const platformsWithRandomLogins: Reasons = { wizq: 'our own server issues its token, which is random' };
/** Logins are verified with the platform's public key, not with a secret of ours. */
export const platformsWithoutSecret: Reasons = {
  crazygames: 'tokens are signed with the platform’s key, and name the game',
};

export const platformsConnectingWithoutReply: Reasons = {
  telegram: 'the player is in the URL, and the page’s messages come later',
  facebookgames: 'the player is in the posted request, and the script is called later',
};

export const platformsNeedingScript: Reasons = {
  crazygames: 'only its script knows its protocol',
  yandexgames: 'only its script knows its protocol',
  kongregate: 'only its script knows its protocol',
  vkontakteplay: 'only its script knows its protocol',
  facebookinstantgames: 'only its script knows its protocol',
  facebookgames: 'its dialogs, including payments, are in its script',
};

/** One of the platform's own calls that the adapter passes on. */
export const sampleNativeCalls: Reasons = { crazygames: 'game.happytime', vkontaktecom: 'VKWebAppScroll' };

/**
 * Platforms without webhooks: payments are proved by a receipt from the buyer's browser or by the platform's records.
 */
export const platformsWithoutWebhooks: Reasons = {
  steam: 'it sends none: its records are read, and have their own tests',
  yandexgames: 'it sends none: the browser sends signed purchases',
  facebookinstantgames:
    'its webhooks name no order of ours; the browser sends signed purchases. They have their own tests',
};

export const platformsWithoutOrderQuery: Reasons = {
  crazygames: 'Xsolla queries only the player, not the order',
  vkontakteplay: 'its callback is query and notification in one',
  odnoklassniki: 'its query is also its notification',
  absolutegames: 'a token is issued for one order and one player',
};

/** The platform has taken the money when it notifies us, so the payment counts even if the payer is not the buyer. */
export const platformsNotifyingAfterPayment: Reasons = {
  crazygames: 'Xsolla knows the buyer’s token, but not who used it',
  absolutegames: 'its widgets take the money, and a token is for one player',
};

/** Platforms that read our HTTP status. All others always get 200, with the result in the body. */
export const platformsReadingReplyStatus: Reasons = { crazygames: 'Xsolla treats 204 as accepted' };

export const platformsWithoutRefundWebhook: Reasons = {
  odnoklassniki: 'none is known',
  kongregate: 'it has no callback for it',
  vkontakteplay: 'no such callback is known',
};

/** An operator refunds by hand. */
export const platformsWithoutRefunds: Reasons = {
  kongregate: 'it has no API for it',
  absolutegames: 'its support makes refunds',
  vkontakteplay: 'no such API is known',
  wizq: 'no such API is known',
};

/** The refund request is accepted, and confirmed later by webhook. */
export const platformsRefundingLater: Reasons = { crazygames: 'as Xsolla does' };

export const platformsWithoutPaymentRecords: Reasons = {
  odnoklassniki: 'its list names no orders, and it takes no money that we have not accepted',
  kongregate: 'its API has no list of orders',
  vkontakteplay: 'no such API is known',
  wizq: 'no such API is known',
};

/** Telegram opens its own list of chats and reports nothing: opening it counts as success. */
export const platformsWithoutDialogOutcome: Reasons = {
  telegram: 'its link opens a list of chats, and no event follows',
};

export const platformsWithoutDialogFailureReason: Reasons = {
  kongregate: 'its callback reports success or failure without a reason',
};

/** The platform opens the adapter's bundle, which frames the player. */
export const platformsWithBundle: Reasons = {
  facebookinstantgames: 'its script works only in the page of an uploaded bundle',
};

/** The platform shows names and pictures itself; games get ids. */
export const platformsWithoutNames: Reasons = {
  facebookinstantgames: 'Zero Permissions: names are withheld from games',
};
