// The captcha in a frame on a separate origin, so that third-party scripts can't reach the portal. One frame gives one
// token, valid once for five minutes; mount it again for another attempt.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { log } from '#portal/log.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { readCaptchaMessage } from './read-captcha-message.ts';
import './captcha.css';

interface Listeners {
  onPassed: (token: string) => void;
  onFailed: () => void;
}

export function Captcha({
  action,
  game,
  onPassed,
  onFailed,
}: { action: string; game?: string | undefined } & Listeners) {
  const { t, i18n } = useTranslation();
  // The initial URL: a change would reload the frame and waste a token.
  const [address] = useState(() => frameAddress(action, i18n.language, game));
  const [height, setHeight] = useState<number>();
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef<Listeners>({ onPassed, onFailed });
  useEffect(() => {
    latest.current = { onPassed, onFailed };
  });
  useEffect(() => {
    if (address === undefined) {
      log.error("The captcha can't be shown: captchaUrl must be on a separate origin.");
      latest.current.onFailed();
      return;
    }
    return listenToFrame(
      () => frame.current?.contentWindow,
      new URL(address).origin,
      setHeight,
      () => latest.current,
    );
  }, [address]);
  if (address === undefined) return null;
  return (
    <div className="captcha">
      <iframe
        ref={frame}
        src={address}
        title={t('signInModal.captcha.title')}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- its origin is another one: frameAddress makes sure of it
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        referrerPolicy="origin"
        style={height === undefined ? undefined : { height }}
      />
    </div>
  );
}

/** If the frame sends no message within this time, it has failed to load. */
const silenceMs = 30_000;
/**
 * The frame itself gives up after 15 s of silence and gives the player two minutes; this limit is for a frame that
 * hangs.
 */
const maxMs = 150_000;

function listenToFrame(
  frameWindow: () => unknown,
  origin: string,
  onSize: (height: number) => void,
  listeners: () => Listeners,
): () => void {
  const ending = new AbortController();
  const end = (tell: () => void): void => {
    stop();
    tell();
  };
  const fail = (): void => end(() => listeners().onFailed());
  let timer = setTimeout(fail, silenceMs);
  let hasSpoken = false;
  const stop = (): void => {
    ending.abort();
    clearTimeout(timer);
  };
  const receive = (event: MessageEvent<unknown>): void => {
    const message = readCaptchaMessage(event, { window: frameWindow(), origin });
    if (message === undefined) return;
    if (message.outcome === 'passed') return end(() => listeners().onPassed(message.token));
    if (message.outcome !== 'size') return fail();
    onSize(message.height);
    if (hasSpoken) return;
    hasSpoken = true;
    clearTimeout(timer);
    timer = setTimeout(fail, maxMs);
  };
  window.addEventListener('message', receive, { signal: ending.signal });
  return stop;
}

function frameAddress(action: string, language: string, game = ''): string | undefined {
  const { captchaUrl = '' } = runtimeConfig;
  const origin = URL.canParse(captchaUrl) ? new URL(captchaUrl).origin : window.location.origin;
  if (origin === window.location.origin) return undefined;
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  const query = new URLSearchParams({ action, theme: scheme === 'light' ? 'light' : 'dark', lang: language });
  if (game !== '') query.set('game', game);
  return `${origin}/?${query.toString()}`;
}
