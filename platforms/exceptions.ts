// What the family suites leave out, each with its reason. The lists only shrink.

export const withoutHalf: Readonly<Record<string, string>> = {
  vkontakteplay: 'no half yet',
  odnoklassniki: 'no half yet',
  absolutegames: 'no half yet',
  kongregate: 'no half yet',
  crazygames: 'no half yet',
  wizq: 'no half yet',
  fxlauncher: 'no half yet',
  steam: 'no half yet',
  facebookinstantgames: 'no half yet',
};

/** Whose players no simulator proves, because they are our own. */
export const withoutSimulator: Readonly<Record<string, string>> = {
  fxid: 'our own portal is the real one',
  fxnative: 'its players bring a code of ours; its six stores are simulated, and tried by tests of its own',
};

/** Whose money is proved by what the buyer's browser brings to a call of its own, and not by webhooks. */
export const withoutWebhooks: Readonly<Record<string, string>> = {
  yandexgames: 'it sends none: purchases are signed and brought by the browser',
};
