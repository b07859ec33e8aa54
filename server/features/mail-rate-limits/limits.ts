// All mail limits. A network or a game's key has a hard limit. Limits per mailbox only require a captcha and reject
// nobody: otherwise anyone could lock out its owner. See docs/decisions/0013-links-by-mail.md.

export interface Limit {
  readonly seconds: number;
  readonly most: number;
}

const hour = 3600;
const day = 86_400;

/** The minimum seconds between two mails to a mailbox from the same network or game. */
export const resendSeconds = 30;

export const limits = {
  /** Links to one mailbox from one network. Above: wait. */
  networkAndMailbox: [
    { seconds: resendSeconds, most: 1 },
    { seconds: hour, most: 5 },
    { seconds: day, most: 20 },
  ],
  /** All mails from one network. Above: wait. */
  network: [
    { seconds: hour, most: 100 },
    { seconds: day, most: 500 },
  ],
  /** Links to one mailbox requested with a game's key. Above: wait. */
  gameAndMailboxPause: [{ seconds: resendSeconds, most: 1 }],
  /** Above these a captcha is required in addition to the key. */
  gameAndMailbox: [
    { seconds: hour, most: 5 },
    { seconds: day, most: 10 },
  ],
  /** All mails of a game, across its keys. Above: wait. */
  game: [
    { seconds: hour, most: 500 },
    { seconds: day, most: 2000 },
  ],
  /** All mails to one mailbox, from any source. Above: a captcha for this mailbox. */
  mailbox: [{ seconds: day, most: 20 }],
  /** Support receipts to one mailbox. Above: the message is stored without a receipt. */
  receipts: [{ seconds: day, most: 3 }],
  /** Friend invitations to one mailbox, from any sender. Above: no mail. */
  invitations: [{ seconds: day, most: 3 }],
} satisfies Record<string, readonly Limit[]>;

/**
 * Wrong codes per day. The first `free` tries need nothing; up to `most` each needs a captcha; then codes are disabled
 * for the day, and only the link in the mail works. Twenty guesses a day succeed once in 137 years.
 */
export const wrongCodeLimits = {
  networkAndMailbox: { free: 5, most: 10 },
  mailbox: { free: 10, most: 20 },
} as const;
