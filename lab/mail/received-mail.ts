/** A mail as a mail program parses it. */
export interface ReceivedMail {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly receivedAt: string;
  readonly text: string;
  readonly html: string;
  /** Every address that the text or the HTML links to, without duplicates. */
  readonly links: readonly string[];
}
