export interface ReceivedMail {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly receivedAt: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
}
