// What the family suites leave out, each with its reason. The lists only shrink, but for what a platform really does not have.

type Reasons = Readonly<Record<string, string>>;

export const withoutHalf: Reasons = {
  vkontakteplay: 'no half yet',
  odnoklassniki: 'no half yet',
  absolutegames: 'no half yet',
  kongregate: 'no half yet',
  crazygames: 'no half yet',
  wizq: 'no half yet',
  fxlauncher: 'no half yet',
  steam: 'no half yet',
};

/** Whose players no simulator proves, because they are our own. */
export const withoutSimulator: Reasons = {
  fxid: 'our own portal is the real one',
  fxnative: 'its players bring a code of ours; its six stores are simulated, and tried by tests of its own',
};

/** Logins that a platform has no word for, by their kind. */
export const withoutLogin: Readonly<Record<string, Reasons>> = {};

/** Who begins without a word of the page around the game. */
export const beginsUnanswered: Reasons = {
  telegram: 'who plays stands in the address, and what the page says comes later',
  facebookgames: 'who plays stands in what its page has posted; its script is there to be asked later',
};

/** Who has a script without which nothing begins. */
export const needsScript: Reasons = {
  yandexgames: 'its protocol is known to its script alone',
  facebookinstantgames: 'the same',
  facebookgames: 'its dialogs, the one for money among them, are those of its script',
};

/** A call of the platform's own that is passed on, where there are such calls. */
export const nativeCall: Reasons = { vkontaktecom: 'VKWebAppScroll' };

/** Whose money is proved by what the buyer's browser brings to a call of its own, and not by webhooks. */
export const withoutWebhooks: Reasons = {
  yandexgames: 'it sends none: purchases are signed and brought by the browser',
  facebookinstantgames: 'what its webhooks say is not known; purchases are signed and brought by the browser',
};

/** Who does not ask before a payment. */
export const withoutQuestion: Reasons = {};

/** Who knows no money that is none. */
export const withoutTestMoney: Reasons = {};

/** Who never tells of money that went back. */
export const withoutRefundWebhook: Reasons = {};

/** Who cannot be asked to send money back: an operator does it by hand. */
export const withoutRefunds: Reasons = {};

/** Who sends back parts of a payment, too. */
export const refundsParts: Reasons = {};

/** Who has no books to read: a webhook that is lost is lost. */
export const withoutBooks: Reasons = {};
