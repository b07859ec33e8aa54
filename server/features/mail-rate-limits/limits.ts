// Every number that bounds mails. What a network or a game's key may ask for has an end; what concerns a mailbox alone adds a
// captcha and refuses nobody, or anybody could lock its owner out. docs/decisions/0013-links-by-mail.md says why.

export interface Limit {
  readonly seconds: number;
  readonly most: number;
}

const hour = 3600;
const day = 86_400;

/** Seconds that have to lie between two mails to one mailbox that the same network, or the same game, asks for. */
export const resendSeconds = 30;

export const limits = {
  /** Links to one mailbox that one network asks for. Beyond: wait. */
  networkAndMailbox: [
    { seconds: resendSeconds, most: 1 },
    { seconds: hour, most: 5 },
    { seconds: day, most: 20 },
  ],
  /** All mails that one network causes. Beyond: wait. */
  network: [
    { seconds: hour, most: 100 },
    { seconds: day, most: 500 },
  ],
  /** Links to one mailbox for which a game's key stands. Beyond the pause: wait. */
  gameAndMailboxPause: [{ seconds: resendSeconds, most: 1 }],
  /** Beyond these the key is not enough, and a captcha is asked for. */
  gameAndMailbox: [
    { seconds: hour, most: 5 },
    { seconds: day, most: 10 },
  ],
  /** The quota of a game, whichever of its keys is used. Beyond: wait. */
  game: [
    { seconds: hour, most: 500 },
    { seconds: day, most: 2000 },
  ],
  /** All mails to one mailbox, whoever asks. Beyond: a captcha that is drawn for this mailbox. */
  mailbox: [{ seconds: day, most: 20 }],
  /** Receipts of support to one mailbox. Beyond: the message is kept without one. */
  receipts: [{ seconds: day, most: 3 }],
  /** Invitations of players to one mailbox, whoever invites. Beyond: no mail. */
  invitations: [{ seconds: day, most: 3 }],
} satisfies Record<string, readonly Limit[]>;

/**
 * Wrong digits of a day. `free` tries need nothing more; up to `most` each try needs a captcha; then the digits are worth
 * nothing until the day is over, and the link in the mail works on. Twenty guesses a day are right once in 137 years.
 */
export const wrongDigits = {
  networkAndMailbox: { free: 5, most: 10 },
  mailbox: { free: 10, most: 20 },
} as const;
