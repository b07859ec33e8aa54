import { ApiError } from '#contract/api-error.ts';

interface FailureState {
  readonly status: number;
  readonly statusText: string;
  readonly body: string;
  readonly url: string;
  /** What may help: a new link, the newest one, or another browser. */
  readonly offer?: Offer;
}

export function buildErrorPageState(error: unknown, isLink = false): FailureState {
  const offer = isLink && !isPassing(error) ? { offer: offerFor(error) } : {};
  if (error instanceof ApiError) {
    const { status, title, detail, instance, code, requestId } = error;
    const body = error.body || JSON.stringify({ Code: code, title, detail, RequestId: requestId });
    return { status, statusText: title, body, url: instance, ...offer };
  }
  const text = error instanceof Error ? error.message : String(error);
  return { status: 0, statusText: text, body: JSON.stringify({ Error: text }), url: '', ...offer };
}

type Offer = 'newLink' | 'newestLink' | 'rightBrowser';

/** A link that adds to an account was opened in another browser, or a newer link was sent. */
function offerFor(error: unknown): Offer {
  const code = error instanceof Error ? error.message : '';
  if (code === 'session_required') return 'rightBrowser';
  return code === 'replaced' ? 'newestLink' : 'newLink';
}

/** No network, or a server error: the link is not at fault. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
