// Full screen. Browsers without it, such as on iPhones, let the game fill the page.
import { useCallback, useEffect, useState, type RefObject } from 'react';
import { log } from '#portal/log.ts';

export interface FullScreen {
  readonly isFull: boolean;
  readonly toggle: () => void;
}

/** @param lock the orientation to lock in full screen, if the device supports it */
export function useFullScreen(stage: RefObject<HTMLElement | null>, lock?: 'landscape' | 'portrait'): FullScreen {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    // The player may leave full screen by a key or a gesture.
    const follow = (): void => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      if (document.fullscreenElement) void leave();
    };
  }, []);
  const toggle = useCallback(() => {
    const element = stage.current;
    if (!element) return;
    // Both are missing on iPhones, despite the types.
    if (!('requestFullscreen' in element) || !document.fullscreenEnabled) setFull((was) => !was);
    else if (document.fullscreenElement) void leave();
    else void enter(element, lock, () => setFull(true));
  }, [stage, lock]);
  return { isFull, toggle };
}

async function enter(element: HTMLElement, lock: 'landscape' | 'portrait' | undefined, standIn: () => void) {
  try {
    await element.requestFullscreen({ navigationUI: 'hide' });
  } catch (error) {
    log.debug('The browser refused full screen; the game fills the page instead.', error);
    standIn();
    return;
  }
  // Missing in some type libraries and browsers.
  const orientation = screen.orientation as { lock?: (wanted: string) => Promise<void> };
  if (lock === undefined || !orientation.lock) return;
  await orientation.lock(lock).catch((error: unknown) => log.debug('The device does not hold its orientation.', error));
}

async function leave(): Promise<void> {
  await document.exitFullscreen().catch((error: unknown) => log.debug('Full screen was over already.', error));
}
