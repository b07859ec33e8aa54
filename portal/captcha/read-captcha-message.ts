// Messages of the captcha frame. Source and origin are checked, because any window can post messages.

export type CaptchaMessage =
  | { readonly outcome: 'passed'; readonly token: string }
  | { readonly outcome: 'failed' | 'expired' }
  | { readonly outcome: 'size'; readonly height: number };

interface Sent {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
}

export function readCaptchaMessage(
  sent: Sent,
  frame: { readonly window: unknown; readonly origin: string },
): CaptchaMessage | undefined {
  // Two missing values must not count as equal.
  if (frame.window === null || frame.window === undefined || sent.source !== frame.window) return undefined;
  if (sent.origin !== frame.origin || typeof sent.data !== 'object' || sent.data === null) return undefined;
  const { type, outcome, token, height }: Readonly<Record<string, unknown>> = { ...sent.data };
  if (type !== 'fxid-captcha') return undefined;
  switch (outcome) {
    case 'passed':
      return typeof token === 'string' && token !== '' && token.length <= maxToken ? { outcome, token } : undefined;
    case 'failed':
    case 'expired':
      return { outcome };
    case 'size':
      return typeof height === 'number' && Number.isFinite(height)
        ? { outcome, height: Math.min(Math.max(Math.ceil(height), lowestPx), highestPx) }
        : undefined;
    default:
      return undefined;
  }
}

const maxToken = 2048;
const lowestPx = 65;
const highestPx = 600;
