// All mail limits. A network or a game's key has a hard limit. Limits per mailbox only require a captcha: otherwise
// anyone could lock out its owner. See docs/decisions/0013-links-by-mail.md.

export interface MailLimit {
  readonly seconds: number;
  readonly max: number;
}

const hour = 3600;
const day = 86_400;

/** Between two mails to a mailbox from the same network or game. */
export const minResendSeconds = 30;

export const mailRateLimits = {
  /** Links to one mailbox from one network. Above it: wait. */
  networkAndMailbox: [
    { seconds: minResendSeconds, max: 1 },
    { seconds: hour, max: 5 },
    { seconds: day, max: 20 },
  ],
  /** All mails from one network. Above it: wait. */
  network: [
    { seconds: hour, max: 100 },
    { seconds: day, max: 500 },
  ],
  /** Links to one mailbox requested with a game's key. Above it: wait. */
  gameAndMailboxPause: [{ seconds: minResendSeconds, max: 1 }],
  /** Above it: a captcha in addition to the key. */
  gameAndMailbox: [
    { seconds: hour, max: 5 },
    { seconds: day, max: 10 },
  ],
  /** All mails of a game, across its keys. Above it: wait. */
  game: [
    { seconds: hour, max: 500 },
    { seconds: day, max: 2000 },
  ],
  /** All mails to one mailbox, from any source. Above it: a captcha for this mailbox. */
  mailbox: [{ seconds: day, max: 20 }],
  /** Support receipts to one mailbox. Above it: no receipt. */
  receipts: [{ seconds: day, max: 3 }],
  /** Friend invitations to one mailbox, from any sender. Above it: no mail. */
  invitations: [{ seconds: day, max: 3 }],
} satisfies Record<string, readonly MailLimit[]>;

/**
 * Wrong codes per day. The first `free` tries need nothing; up to `max` each needs a captcha; then only the link works
 * until the next day. Twenty guesses a day succeed once in 137 years.
 */
export const wrongCodeLimits = {
  networkAndMailbox: { free: 5, max: 10 },
  mailbox: { free: 10, max: 20 },
} as const;
