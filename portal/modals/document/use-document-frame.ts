// Detects whether a framed page is visible, because browsers do not report that another site refused to be framed.
// 1. If our own policy blocks the frame, the browser reports it at once.
// 2. After two seconds a readable page counts as refused if it is empty or looks like an error page.
// 3. Three seconds later an unreadable page stays, and a link to a new tab is offered.
import { useEffect, useState, type RefObject } from 'react';
import { isListedOrigin } from '#model/origin-list.ts';

export type DocumentFrameState = 'waiting' | 'shown' | 'unsure' | 'refused';

export const firstFrameCheckMs = 2000;
export const secondFrameCheckMs = 3000;

export function useDocumentFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  url: string,
  isListed = true,
): { readonly state: DocumentFrameState; readonly isLoaded: boolean; readonly onLoad: () => void } {
  const [state, setState] = useState<DocumentFrameState>(isListed ? 'waiting' : 'refused');
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      if (effectiveDirective === 'frame-src' && blockedURI !== '' && url.startsWith(blockedURI)) setState('refused');
    };
    const check = (otherwise: DocumentFrameState): void => {
      const seen = inspectFrame(frame.current);
      // A reported refusal is final.
      setState((before) => (before === 'refused' ? before : seen === 'unreadable' ? otherwise : seen));
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    const first = setTimeout(() => check('waiting'), firstFrameCheckMs);
    const second = setTimeout(() => check('unsure'), firstFrameCheckMs + secondFrameCheckMs);
    return () => {
      document.removeEventListener('securitypolicyviolation', onViolation);
      clearTimeout(first);
      clearTimeout(second);
    };
  }, [frame, url]);
  const onLoad = (): void => {
    setLoaded(true);
    const seen = inspectFrame(frame.current);
    if (state === 'unsure' && seen !== 'unreadable') setState(seen);
  };
  return { state, isLoaded, onLoad };
}

/**
 * A document of our own origin can be read and printed from here, which is why it must not run scripts, even if its
 * origin is listed.
 * @param trusted origins whose documents may run scripts
 */
export function documentSandbox(url: string, ownOrigin: string, trusted: readonly string[] = []): string {
  if (!URL.canParse(url, ownOrigin)) return '';
  const { origin } = new URL(url, ownOrigin);
  if (origin === ownOrigin) return 'allow-same-origin allow-modals';
  return isListedOrigin(origin, trusted)
    ? 'allow-scripts allow-same-origin allow-modals allow-popups allow-popups-to-escape-sandbox'
    : '';
}

export function inspectFrame(
  frame: Pick<HTMLIFrameElement, 'contentDocument'> | null,
): 'shown' | 'refused' | 'unreadable' {
  const page = frame?.contentDocument;
  // The page is still loading, or the frame has its initial `about:blank`.
  if (!page || page.readyState === 'loading' || page.URL === 'about:blank') return 'unreadable';
  const title = page.title.trim();
  const text = (page.body?.textContent ?? '').trim();
  if (title === '' && text === '') return 'refused';
  // A long document may mention refusals; an error page is short.
  return refusal.test(title) || (text.length < maxRefusal && refusal.test(text)) ? 'refused' : 'shown';
}

const refusal =
  /refused to (connect|display)|x-frame-options|frame-ancestors|access denied|403 forbidden|404 not found/i;
const maxRefusal = 500;
