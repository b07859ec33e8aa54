// Pushes events to the tag manager's data layer, only with the player's consent. The rest is loaded with the first
// event.
import { log } from '#portal/log.ts';
import { subscribeToSession } from '#portal/session-token.ts';
import { consent } from './consent.ts';
import type { DataLayer, DataLayerContext, DataLayerData, DataLayerEvent } from './create-data-layer.ts';

/** Never throws; events keep their order. */
export function pushToDataLayer(event: DataLayerEvent, data: DataLayerData = {}): void {
  void recordInDataLayer(event, data);
}

/** Resolves once the event is in the data layer, and kept for the next page if no tag manager runs on this one. */
export async function recordInDataLayer(event: DataLayerEvent, data: DataLayerData = {}): Promise<void> {
  if (consent() !== 'granted') return;
  const whole = { ...context, ...data };
  try {
    loading ??= import('./page-data-layer.ts');
    await (await loading).pageDataLayer().push(event, whole);
  } catch (error) {
    // The next event tries to load it again.
    loading = undefined;
    log.warn(`${event} could not be pushed to the data layer.`, error);
  }
}

export function setDataLayerContext(part: DataLayerContext): void {
  // Clears the player until the new one is known.
  stopWatching ??= subscribeToSession(() => {
    context = { ...context, accountId: undefined, userId: undefined, email: undefined };
  });
  context = { ...context, ...part };
}

let context: DataLayerContext = {};
let stopWatching: (() => void) | undefined;
let loading: Promise<{ readonly pageDataLayer: () => DataLayer }> | undefined;
