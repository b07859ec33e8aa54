// What the family suites leave out, each with its reason. The lists only shrink, but for what a platform really does not have.

type Reasons = Readonly<Record<string, string>>;

export const withoutHalf: Reasons = {
  facebookgames: 'no half yet',
  crazygames: 'no half yet',
  wizq: 'no half yet',
  fxlauncher: 'no half yet',
  steam: 'no half yet',
  facebookinstantgames: 'no half yet',
};

/** Whose players no simulator proves, because they are our own. */
export const withoutSimulator: Reasons = {
  fxid: 'our own portal is the real one',
  fxnative: 'its players bring a code of ours; its six stores are simulated, and tried by tests of its own',
};

/** Logins that a platform has no word for, by their kind. */
export const withoutLogin: Readonly<Record<string, Reasons>> = {
  odnoklassniki: { future: 'no launch has a time in it: its session counts' },
  absolutegames: { stale: 'it signs no time', future: 'it signs no time' },
  vkontakteplay: { future: 'a token has no time that anybody but VK Play could read' },
};

/** Who begins without a word of the page around the game. */
export const beginsUnanswered: Reasons = {
  telegram: 'who plays stands in the address, and what the page says comes later',
};

/** Who has a script without which nothing begins. */
export const needsScript: Reasons = {
  yandexgames: 'its protocol is known to its script alone',
  kongregate: 'its protocol is known to its script alone',
  vkontakteplay: 'its protocol is known to its script alone',
};

/** A call of the platform's own that is passed on, where there are such calls. */
export const nativeCall: Reasons = { vkontaktecom: 'VKWebAppScroll' };

/** Whose money is proved by what the buyer's browser brings to a call of its own, and not by webhooks. */
export const withoutWebhooks: Reasons = {
  yandexgames: 'it sends none: purchases are signed and brought by the browser',
};

/** Who does not ask before a payment. */
export const withoutQuestion: Reasons = {
  vkontakteplay: 'its callback is a question and a notice in one',
  odnoklassniki: 'its question is also its notice',
  absolutegames: 'a token is made for one order and one player',
};

/** Who tells after it has taken the money: it counts, whoever has paid it. */
export const tellsAfterwards: Reasons = {
  absolutegames: 'its widgets take the money, and a token is for one player there',
};

/** Who knows no money that is none. */
export const withoutTestMoney: Reasons = {};

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
};

/** Who sends back parts of a payment, too. */
export const refundsParts: Reasons = {};

/** Who has no books to read: a webhook that is lost is lost. */
export const withoutBooks: Reasons = {
  odnoklassniki: 'it has no list of payments, and takes nothing that we have not answered',
  kongregate: 'its API has no list of orders',
  vkontakteplay: 'no such call is known',
};
