import { ApiError } from '#contract/api-error.ts';

/** What the error page is given of a flow that failed. */
export interface FailureState {
  readonly status: number;
  readonly statusText: string;
  readonly body: string;
  readonly url: string;
  /** What may help: a new link, or this one in the browser that is signed in. */
  readonly offer?: 'newLink' | 'rightBrowser';
}

/** @param isLink whether it began with a link that can be sent anew */
export function failureState(error: unknown, isLink = false): FailureState {
  const offer = isLink && !isPassing(error) ? { offer: offerFor(error) } : {};
  if (error instanceof ApiError) {
    const { status, title, detail, instance, code, requestId } = error;
    const body = JSON.stringify({ Code: code, title, detail, RequestId: requestId });
    return { status, statusText: title, body, url: instance, ...offer };
  }
  const text = error instanceof Error ? error.message : String(error);
  return { status: 0, statusText: text, body: JSON.stringify({ Error: text }), url: '', ...offer };
}

/** The server's word for a link that adds to an account, opened where nobody is signed in to it. */
function offerFor(error: unknown): 'newLink' | 'rightBrowser' {
  return error instanceof Error && error.message === 'session_required' ? 'rightBrowser' : 'newLink';
}

/** No fault of the link: no network, or a server in trouble. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
