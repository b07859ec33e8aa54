// Whether the game is paused and silent: while an ad is open, the page is hidden, or the portal asks for a pause.
import type { BridgeHost } from './host.browser.ts';

export type PauseSource = 'interstitial' | 'rewarded' | 'visibility' | 'platform';

export function createPauses({ events }: Pick<BridgeHost, 'events'>) {
  const sources = new Set<PauseSource>();
  let visibility: string = document.visibilityState;
  const set = (source: PauseSource, isPausing: boolean): void => {
    const wasPaused = sources.size > 0;
    if (isPausing) sources.add(source);
    else sources.delete(source);
    const isPaused = sources.size > 0;
    if (isPaused === wasPaused) return;
    events.emit('pause_state_changed', isPaused);
    events.emit('audio_state_changed', !isPaused);
  };
  const setVisibility = (state: string): void => {
    if (state === visibility) return;
    visibility = state;
    events.emit('visibility_state_changed', state);
    set('visibility', state === 'hidden');
  };
  return {
    set,
    isPaused: (): boolean => sources.size > 0,
    visibility: (): string => visibility,
    /** As on the vendor's portal, a window without the focus is hidden. */
    follow: (): void => {
      document.addEventListener('visibilitychange', () => setVisibility(document.visibilityState));
      addEventListener('blur', () => setVisibility('hidden'));
      addEventListener('focus', () => setVisibility('visible'));
    },
  };
}
