// Platforms that the tests of all platforms skip for one aspect, each with its reason.

type Reasons = Readonly<Record<string, string>>;

/** Platforms without a simulator for their logins, because their players are ours. */
export const platformsWithoutSimulator: Reasons = {
  fxid: 'our own portal is the real one',
  fxlauncher: 'its players bring a code of ours, and the launcher is our own; its page is simulated',
  fxnative:
    'its players bring a code of ours; its six stores and its application are simulated, and tried by tests of its own',
};

export const unsupportedTestLogins: Readonly<Record<string, Reasons>> = {
  odnoklassniki: { future: 'no launch has a time in it: its session counts' },
  absolutegames: { stale: 'it signs no time', future: 'it signs no time' },
  vkontakteplay: { future: 'a token has no time that anybody but VK Play could read' },
  steam: { future: 'a ticket has no time that anybody but Steam could read' },
};

export const platformsWithChangingLogins: Reasons = { wizq: 'its token is random, and of our own server' };
/** Logins are verified with the platform's public key, not with a secret of ours. */
export const platformsWithoutSecret: Reasons = {
  crazygames: 'tokens are signed by a key of the platform’s, and name the game',
};

export const platformsConnectingWithoutReply: Reasons = {
  telegram: 'who plays stands in the address, and what the page says comes later',
  facebookgames: 'who plays stands in what its page has posted; its script is there to be asked later',
};

export const platformsNeedingScript: Reasons = {
  crazygames: 'its protocol is known to its script alone',
  yandexgames: 'its protocol is known to its script alone',
  kongregate: 'its protocol is known to its script alone',
  vkontakteplay: 'its protocol is known to its script alone',
  facebookinstantgames: 'its protocol is known to its script alone',
  facebookgames: 'its dialogs, the one for money among them, are those of its script',
};

/** One of the platform's own calls that the adapter passes on. */
export const sampleNativeCalls: Reasons = { crazygames: 'game.happytime', vkontaktecom: 'VKWebAppScroll' };

/**
 * Platforms without webhooks: payments are proved by a receipt from the buyer's browser or by the platform's records.
 */
export const platformsWithoutWebhooks: Reasons = {
  steam: 'it sends none: its records are read, and tried by tests of its own',
  yandexgames: 'it sends none: purchases are signed and brought by the browser',
  facebookinstantgames: 'what its webhooks say is not known; purchases are signed and brought by the browser',
};

export const platformsWithoutOrderQuery: Reasons = {
  crazygames: 'Xsolla asks for the player alone, and not for the order',
  vkontakteplay: 'its callback is a question and a notice in one',
  odnoklassniki: 'its question is also its notice',
  absolutegames: 'a token is made for one order and one player',
};

/** The platform has taken the money when it notifies us, so the payment counts even if the payer is not the buyer. */
export const platformsNotifyingAfterPayment: Reasons = {
  crazygames: 'Xsolla knows the token that was given to the buyer, and not who had it',
  absolutegames: 'its widgets take the money, and a token is for one player there',
};

/** Platforms that read our HTTP status. All others always get 200, with the result in the body. */
export const platformsReadingReplyStatus: Reasons = { crazygames: 'Xsolla takes 204 for yes' };

export const platformsWithoutRefundWebhook: Reasons = {
  odnoklassniki: 'none is known',
  kongregate: 'it has no callback for it',
  vkontakteplay: 'no such callback is known',
};

/** An operator refunds by hand. */
export const platformsWithoutRefunds: Reasons = {
  odnoklassniki: 'it has no call for it: its support does it',
  kongregate: 'its API has no call for it',
  absolutegames: 'its support does it',
  vkontakteplay: 'no such call is known',
  wizq: 'no such call is known',
};

/** The refund request is accepted, and confirmed later by webhook. */
export const platformsRefundingLater: Reasons = { crazygames: 'so does Xsolla' };

export const platformsWithoutRecords: Reasons = {
  odnoklassniki: 'it has no list of payments, and takes nothing that we have not answered',
  kongregate: 'its API has no list of orders',
  vkontakteplay: 'no such call is known',
  wizq: 'no such call is known',
};

/** Telegram opens its own list of chats and reports nothing: opening it counts as success. */
export const platformsWithoutDialogOutcome: Reasons = {
  telegram: 'its link opens a list of chats, and no event follows',
};

export const platformsWithoutFailureReason: Reasons = {
  kongregate: 'its callback says success or not, without a reason',
};
