// Tells a game what changes around it: who plays, how the screen is held, what the player agreed to, and the language.
import i18next from 'i18next';
import { toLocale } from '#model/locale.ts';
import { subscribeToConsent } from '#portal/reporting/consent.ts';
import { toBridgeConsent, type Emit } from './bridge-events.ts';
import { watchOrientation } from './watch-orientation.ts';
import { watchPlayer, type PlayerReader } from './watch-player.ts';

/** The function that comes back ends it. */
export function watchSurroundings(emit: Emit, player: PlayerReader): () => void {
  const emitLanguage = (language: string): void => emit('LanguageChanged', { language: toLocale(language) });
  i18next.on('languageChanged', emitLanguage);
  const endings = [
    watchPlayer(emit, player),
    watchOrientation((orientation) => emit('OrientationChanged', { orientation })),
    subscribeToConsent((status) => emit('ConsentStatus', { status: toBridgeConsent(status) })),
    () => i18next.off('languageChanged', emitLanguage),
  ];
  return () => endings.forEach((end) => end());
}
