// Whether a page in a frame can be seen. A browser does not tell a page that another site has refused to be framed: it shows
// a page of its own in its place. So:
//
// 1. What our own policy refuses, the browser reports at once: refused.
// 2. After two seconds the frame is read. One that may be read and has neither title nor text is refused; one that has is shown.
// 3. Three seconds later, what could still not be read may be anything: it stays, and a tab of its own is offered beside it.
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
  return { state, isLoaded, onLoad: () => setLoaded(true) };
}

/**
 * Of our own origin: a page that can be read and printed, and runs nothing, so that it cannot touch the portal. Of any other:
 * one that may run, as a stranger.
 */
export function sandboxOf(url: string, ownOrigin: string): string {
  return URL.canParse(url, ownOrigin) && new URL(url, ownOrigin).origin === ownOrigin
    ? 'allow-same-origin allow-modals allow-popups'
    : 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';
}

/** What the frame shows, as far as the browser lets its page be read. */
export function readFrame(
  frame: Pick<HTMLIFrameElement, 'contentDocument'> | null,
): 'shown' | 'refused' | 'unreadable' {
  const page = frame?.contentDocument;
  // A page that is still on its way is empty.
  if (!page || page.readyState === 'loading') return 'unreadable';
  const isEmpty = page.title.trim() === '' && (page.body?.textContent ?? '').trim() === '';
  return isEmpty ? 'refused' : 'shown';
}
