// This page's data layer. Loaded once the player has consented.
import { runtimeConfig } from '#portal/runtime-config.ts';
import { createStorage, storage } from '#portal/storage.ts';
import { consent, subscribeToConsent } from './consent.ts';
import { createDataLayer, type DataLayer } from './create-data-layer.ts';

export function pageDataLayer(): DataLayer {
  own ??= startDataLayer();
  return own;
}

let own: DataLayer | undefined;

function startDataLayer(): DataLayer {
  // Missing on pages without HTTPS, despite its type.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  const { tagManager } = runtimeConfig;
  const layer = createDataLayer({
    // The tag manager's global, which the type libraries lack.
    page: globalThis as { dataLayer?: unknown[] },
    consent,
    kept: storage,
    // Per tab: another tab must not report these events, too.
    ...(tagManager && { unread: createStorage(() => globalThis.sessionStorage), email: tagManager.email }),
    digest: subtle && ((text) => sha256(subtle, text)),
  });
  subscribeToConsent((status) => layer.pushConsent(status));
  return layer;
}

async function sha256(subtle: SubtleCrypto, text: string): Promise<string> {
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
