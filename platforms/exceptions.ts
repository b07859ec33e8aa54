// What the family suites leave out, each with its reason. The lists only shrink, but for what a platform really does not have.

type Reasons = Readonly<Record<string, string>>;

/** Whose players no simulator proves, because they are our own. */
export const withoutSimulator: Reasons = {
  fxid: 'our own portal is the real one',
  fxlauncher: 'its players bring a code of ours, and the launcher is our own; its page is simulated',
  fxnative:
    'its players bring a code of ours; its six stores and its application are simulated, and tried by tests of its own',
};

/** Logins that a platform has no word for, by their kind. */
export const withoutLogin: Readonly<Record<string, Reasons>> = {
  odnoklassniki: { future: 'no launch has a time in it: its session counts' },
  absolutegames: { stale: 'it signs no time', future: 'it signs no time' },
  vkontakteplay: { future: 'a token has no time that anybody but VK Play could read' },
  steam: { future: 'a ticket has no time that anybody but Steam could read' },
};

/** Who brings another proof each time, whoever asks. */
export const freshLogins: Reasons = { wizq: 'its token is random, and of our own server' };
/** Whose players are proved without anything that is secret here. */
export const withoutSecret: Reasons = {
  crazygames: 'tokens are signed by a key of the platform’s, and name the game',
};

/** Who begins without a word of the page around the game. */
export const beginsUnanswered: Reasons = {
  telegram: 'who plays stands in the address, and what the page says comes later',
  facebookgames: 'who plays stands in what its page has posted; its script is there to be asked later',
};

/** Who has a script without which nothing begins. */
export const needsScript: Reasons = {
  crazygames: 'its protocol is known to its script alone',
  yandexgames: 'its protocol is known to its script alone',
  kongregate: 'its protocol is known to its script alone',
  vkontakteplay: 'its protocol is known to its script alone',
  facebookinstantgames: 'its protocol is known to its script alone',
  facebookgames: 'its dialogs, the one for money among them, are those of its script',
};

/** A call of the platform's own that is passed on, where there are such calls. */
export const nativeCall: Reasons = { crazygames: 'game.happytime', vkontaktecom: 'VKWebAppScroll' };

/** Whose money is proved by what the buyer's browser brings to a call of its own, or by records alone, and not by webhooks. */
export const withoutWebhooks: Reasons = {
  steam: 'it sends none: its records are read, and tried by tests of its own',
  yandexgames: 'it sends none: purchases are signed and brought by the browser',
  facebookinstantgames: 'what its webhooks say is not known; purchases are signed and brought by the browser',
};

/** Who does not ask before a payment. */
export const withoutQuestion: Reasons = {
  crazygames: 'Xsolla asks for the player alone, and not for the order',
  vkontakteplay: 'its callback is a question and a notice in one',
  odnoklassniki: 'its question is also its notice',
  absolutegames: 'a token is made for one order and one player',
};

/** Who tells after it has taken the money: it counts, whoever has paid it. */
export const tellsAfterwards: Reasons = {
  crazygames: 'Xsolla knows the token that was given to the buyer, and not who had it',
  absolutegames: 'its widgets take the money, and a token is for one player there',
};

/** Who reads the status of our answer; all others are answered 200, with yes or no in the words. */
export const answeredByStatus: Reasons = { crazygames: 'Xsolla takes 204 for yes' };

/** Who never tells of money that went back. */
export const withoutRefundWebhook: Reasons = {
  odnoklassniki: 'none is known',
  kongregate: 'it has no callback for it',
  vkontakteplay: 'no such callback is known',
};

/** Who cannot be asked to send money back: an operator does it by hand. */
export const withoutRefunds: Reasons = {
  odnoklassniki: 'it has no call for it: its support does it',
  kongregate: 'its API has no call for it',
  absolutegames: 'its support does it',
  vkontakteplay: 'no such call is known',
  wizq: 'no such call is known',
};

/** Who takes the request for a refund on, and tells by a webhook that the money went. */
export const refundsLater: Reasons = { crazygames: 'so does Xsolla' };

/** Who has no records to read: a webhook that is lost is lost. */
export const withoutRecords: Reasons = {
  odnoklassniki: 'it has no list of payments, and takes nothing that we have not answered',
  kongregate: 'its API has no list of orders',
  vkontakteplay: 'no such call is known',
  wizq: 'no such call is known',
};

/** Platforms that open their own list of chats and report nothing about it: opening it counts as success. */
export const reportsNoOutcome: Reasons = { telegram: 'its link opens a list of chats, and no event follows' };

/** Platforms that report a failed dialog like a closed one. */
export const cancelsLikeFailure: Reasons = { kongregate: 'its callback says success or not, without a reason' };
