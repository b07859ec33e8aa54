import type { EventName, Events } from '#bridge/protocol.ts';
import type { AdResult, ConsentStatus as BridgeConsent } from '#bridge/shapes.ts';
import type { ConsentStatus } from '#portal/reporting/consent.ts';

/** Does nothing while no game is connected. */
export type EmitBridgeEvent = <E extends EventName>(event: E, data: Events[E]) => void;

export type AdKind = 'video' | 'interstitial';

export function emitAdResult(emit: EmitBridgeEvent, kind: AdKind, { outcome, reason = 'Unknown' }: AdResult): void {
  if (outcome === 'finished') emit('AdsFinished', { kind });
  else if (outcome === 'skipped') emit('AdsSkipped', { kind });
  else emit('AdsFailed', { kind, reason });
}

export function emitAdAvailable(emit: EmitBridgeEvent, kind: AdKind, available: boolean): void {
  emit(kind === 'video' ? 'AdsVideoAvailable' : 'AdsInterstitialAvailable', { available });
}

export function toBridgeConsent(status: ConsentStatus): BridgeConsent {
  return status === 'unknown' ? 'notAsked' : status;
}
