// Xsolla's widget 1.5.4, which shows Pay Station in a frame over the page that it is in.
import type { PayStationToken } from './project.ts';

export const payStation = {
  scriptUrl: 'https://cdn.xsolla.net/payments-bucket-prod/embed/1.5.4/widget.min.js',
  /** What the script leaves behind. */
  globalName: 'XPayStationWidget',
  missingMessage: 'No Xsolla widget in window!',
  leftMessage: 'Payment widget closed before payment completed!',
} as const;

/** What is used of it. */
export interface PayStationWidget {
  init(options: object): void;
  open(): void;
  close(): void;
  on(events: string, handler: () => void): void;
  off(): void;
}

export interface PayStationEvents {
  /** The server is being told. */
  readonly paid: () => void;
  readonly done: () => void;
  /** It was paid, and the server has not taken it. */
  readonly troubled?: () => void;
  readonly closed: () => void;
}

/** All but opening it. */
export function startWidget(
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
    // Else phones get a window of their own, which is blocked or never tells that it was closed.
    iframeOnly: true,
    lightbox: { closeByClick: false, ...lightbox },
  });
}

/** One that was never open may throw. */
export function stopWidget(widget: PayStationWidget): void {
  // First the handlers: closing it tells them that the buyer has left.
  widget.off();
  widget.close();
}
