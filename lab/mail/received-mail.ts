/** A mail as a mail program reads it. */
export interface ReceivedMail {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly receivedAt: string;
  readonly text: string;
  readonly html: string;
  /** Every address that text or HTML leads to, each once. */
  readonly links: readonly string[];
}
