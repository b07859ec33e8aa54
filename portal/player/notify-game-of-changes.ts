import i18next from 'i18next';
import { toLocale } from '#model/locale.ts';
import { subscribeToConsent } from '#portal/reporting/consent.ts';
import { toBridgeConsent, type EmitBridgeEvent } from './bridge-events.ts';
import { watchOrientation } from './watch-orientation.ts';
import { notifyGameOfPlayer, type PlayerReader } from './notify-game-of-player.ts';

export function notifyGameOfChanges(emit: EmitBridgeEvent, player: PlayerReader): () => void {
  const emitLanguage = (language: string): void => emit('LanguageChanged', { language: toLocale(language) });
  i18next.on('languageChanged', emitLanguage);
  const endings = [
    notifyGameOfPlayer(emit, player),
    watchOrientation((orientation) => emit('OrientationChanged', { orientation })),
    subscribeToConsent((status) => emit('ConsentStatus', { status: toBridgeConsent(status) })),
    () => i18next.off('languageChanged', emitLanguage),
  ];
  return () => endings.forEach((end) => end());
}
