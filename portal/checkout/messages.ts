// Messages between the portal and the checkout frame. Both sides check source and origin. A provider's script runs in
// the frame, so its messages are only hints.
import type { PaymentOutcome } from '#payments/port.browser.ts';

const type = 'fxid-checkout';

export type CheckoutMessageFromFrame =
  | { readonly say: 'ready' }
  | { readonly say: 'size'; readonly heightPx: number }
  | { readonly say: 'busy'; readonly isBusy: boolean }
  | { readonly say: 'outcome'; readonly outcome: PaymentOutcome };

export type CheckoutMessageFromPortal =
  | { readonly say: 'start'; readonly block: unknown; readonly locale: string }
  | { readonly say: 'closing' };

interface Sent {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
}

/** The other side: its window and its required origin. */
export interface CheckoutPeer {
  readonly window: unknown;
  readonly origin: string;
}

export const buildCheckoutMessageToFrame = (message: CheckoutMessageFromPortal): object => ({ type, ...message });
export const buildCheckoutMessageToPortal = (message: CheckoutMessageFromFrame): object => ({ type, ...message });

export function readCheckoutMessageFromFrame(sent: Sent, frame: CheckoutPeer): CheckoutMessageFromFrame | undefined {
  const { say, heightPx, isBusy, outcome } = readFrom(sent, frame) ?? {};
  switch (say) {
    case 'ready':
      return { say };
    case 'size':
      return typeof heightPx === 'number' && Number.isFinite(heightPx)
        ? { say, heightPx: Math.min(Math.max(Math.ceil(heightPx), lowestPx), highestPx) }
        : undefined;
    case 'busy':
      return typeof isBusy === 'boolean' ? { say, isBusy } : undefined;
    case 'outcome': {
      const read = readOutcome(outcome);
      return read && { say, outcome: read };
    }
    default:
      return undefined;
  }
}

export function readCheckoutMessageFromPortal(sent: Sent, portal: CheckoutPeer): CheckoutMessageFromPortal | undefined {
  const { say, block, locale } = readFrom(sent, portal) ?? {};
  if (say === 'closing') return { say };
  return say === 'start' && typeof locale === 'string' ? { say, block, locale: locale.slice(0, 20) } : undefined;
}

const lowestPx = 120;
const highestPx = 2000;
const maxMessage = 500;

function readFrom({ source, origin, data }: Sent, peer: CheckoutPeer): Readonly<Record<string, unknown>> | undefined {
  // Two missing values must not count as equal.
  if (peer.window === null || peer.window === undefined || source !== peer.window) return undefined;
  if (origin !== peer.origin || typeof data !== 'object' || data === null) return undefined;
  const fields: Readonly<Record<string, unknown>> = { ...data };
  return fields['type'] === type ? fields : undefined;
}

function readOutcome(value: unknown): PaymentOutcome | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { outcome, message }: Readonly<Record<string, unknown>> = { ...value };
  if (outcome === 'completed') return { outcome };
  if (outcome !== 'cancelled' && outcome !== 'failed') return undefined;
  return { outcome, message: typeof message === 'string' ? message.slice(0, maxMessage) : '' };
}
