// Whether a page in a frame can be seen. A browser does not tell a page that another site has refused to be framed: it shows
// a page of its own in its place. So:
//
// 1. What our own policy refuses, the browser reports at once: refused.
// 2. After two seconds the frame is read. One that may be read is refused when it has neither title nor text, or when they say that it
//    is; any other is shown.
// 3. Three seconds later, what could still not be read may be anything: it stays, and a tab of its own is offered beside it. One
//    of ours that was only late is read when it has come.
import { useEffect, useState, type RefObject } from 'react';

export type FrameState = 'waiting' | 'shown' | 'unsure' | 'refused';

export const firstCheckMs = 2000;
export const secondCheckMs = 3000;

export function useFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  url: string,
  isListed = true,
): { readonly state: FrameState; readonly isLoaded: boolean; readonly onLoad: () => void } {
  const [state, setState] = useState<FrameState>(isListed ? 'waiting' : 'refused');
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      if (effectiveDirective === 'frame-src' && blockedURI !== '' && url.startsWith(blockedURI)) setState('refused');
    };
    const check = (otherwise: FrameState): void => {
      const seen = readFrame(frame.current);
      // A refusal that was reported stays one.
      setState((before) => (before === 'refused' ? before : seen === 'unreadable' ? otherwise : seen));
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    const first = setTimeout(() => check('waiting'), firstCheckMs);
    const second = setTimeout(() => check('unsure'), firstCheckMs + secondCheckMs);
    return () => {
      document.removeEventListener('securitypolicyviolation', onViolation);
      clearTimeout(first);
      clearTimeout(second);
    };
  }, [frame, url]);
  const onLoad = (): void => {
    setLoaded(true);
    const seen = readFrame(frame.current);
    if (state === 'unsure' && seen !== 'unreadable') setState(seen);
  };
  return { state, isLoaded, onLoad };
}

/**
 * A document runs nothing, opens nothing and sends nothing. One of our own origin can be read and printed from here besides,
 * which is why nothing may run in it.
 */
export function sandboxOf(url: string, ownOrigin: string): string {
  return URL.canParse(url, ownOrigin) && new URL(url, ownOrigin).origin === ownOrigin
    ? 'allow-same-origin allow-modals'
    : '';
}

/** What the frame shows, as far as the browser lets its page be read. */
export function readFrame(
  frame: Pick<HTMLIFrameElement, 'contentDocument'> | null,
): 'shown' | 'refused' | 'unreadable' {
  const page = frame?.contentDocument;
  // A page that is still on its way is empty; before it begins to come the frame has an empty one of its own.
  if (!page || page.readyState === 'loading' || page.URL === 'about:blank') return 'unreadable';
  const title = page.title.trim();
  const text = (page.body?.textContent ?? '').trim();
  if (title === '' && text === '') return 'refused';
  // A document may speak of refusals; a page that is one says little else.
  return refusal.test(title) || (text.length < maxRefusal && refusal.test(text)) ? 'refused' : 'shown';
}

const refusal =
  /refused to (connect|display)|x-frame-options|frame-ancestors|access denied|403 forbidden|404 not found/i;
const maxRefusal = 500;
