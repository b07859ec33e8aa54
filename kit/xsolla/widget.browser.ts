// Xsolla's widget 1.5.4, which shows Pay Station in a frame over the page.
import type { PayStationToken } from './project.ts';

export const payStationScript = {
  scriptUrl: 'https://cdn.xsolla.net/payments-bucket-prod/embed/1.5.4/widget.min.js',
  globalName: 'XPayStationWidget',
  missingMessage: 'No Xsolla widget in window!',
  leftMessage: 'Payment widget closed before payment completed!',
} as const;

export interface PayStationWidget {
  init(options: object): void;
  open(): void;
  close(): void;
  on(events: string, handler: () => void): void;
  off(): void;
}

interface PayStationEvents {
  readonly paid: () => void;
  readonly done: () => void;
  /** The buyer has paid, but our server did not accept the webhook. */
  readonly troubled?: () => void;
  readonly closed: () => void;
}

export function startPayStation(
  widget: PayStationWidget,
  { PaymentToken, Sandbox }: PayStationToken,
  { paid, done, troubled, closed }: PayStationEvents,
  lightbox: object = {},
): void {
  widget.on('status-delivering', paid);
  widget.on('status-done', done);
  if (troubled) widget.on('status-troubled', troubled);
  widget.on('close', closed);
  widget.init({
    access_token: PaymentToken,
    sandbox: Sandbox,
    // Otherwise phones open a new window, which may be blocked and does not report when it is closed.
    iframeOnly: true,
    lightbox: { closeByClick: false, ...lightbox },
  });
}

/** May throw if the widget was never opened. */
export function stopPayStation(widget: PayStationWidget): void {
  // Remove the handlers first: closing the widget would report that the buyer left.
  widget.off();
  widget.close();
}
