// Events for the tag manager, only with the player's consent. Ids are hashed for this recipient; email addresses are
// not accepted.
import { log } from '#portal/log.ts';
import { subscribeToSession } from '#portal/session-token.ts';
import { storage, type SafeStorage } from '#portal/storage.ts';
import { consent, subscribeToConsent, type ConsentStatus } from './consent.ts';

export type DataLayerEvent =
  | 'sdk_user_logged_in_fxid'
  | 'sdk_iframe_modal_opened'
  | 'sdk_language_changed'
  | 'sdk_report_modal_opened'
  | 'sdk_product_purchase_requested'
  | 'sdk_product_purchase_completed'
  | 'sdk_product_purchase_error'
  | 'sdk_game_started'
  | 'site_login_modal_opened'
  | 'site_confirm_purchase_with_personal_info_opened'
  | 'login'
  | 'site_purchase_requested'
  | 'site_purchase_confirmed'
  | 'site_install'
  | 'site_share';

export interface DataLayerData {
  readonly accountId?: string;
  readonly userId?: string;
  /** The sign-in method, such as `game_temp_token`. */
  readonly method?: string;
  readonly game?: string;
  readonly language?: string;
  readonly sku?: string;
  /** The public id of an order. A finished purchase is reported once per order. */
  readonly transactionId?: string;
  /** In major units, as the tag manager expects. */
  readonly value?: number;
  readonly currency?: string;
}

export type DataLayerContext = { readonly [Name in 'accountId' | 'userId' | 'game']?: string | undefined };

export interface DataLayerDeps {
  readonly page: { dataLayer?: unknown[] };
  readonly consent: () => ConsentStatus;
  readonly kept: SafeStorage;
  /** Undefined on pages without HTTPS, which have no Web Crypto: then ids are left out. */
  readonly digest: ((text: string) => Promise<string>) | undefined;
}

/** Never throws; events keep their order. */
export function pushToDataLayer(event: DataLayerEvent, data: DataLayerData = {}): void {
  own ??= startDataLayer();
  own.push(event, data).catch((error: unknown) => log.warn(`${event} could not be pushed to the data layer.`, error));
}

export function setDataLayerContext(context: DataLayerContext): void {
  own ??= startDataLayer();
  own.setContext(context);
}

export function createDataLayer({ page, consent, kept, digest }: DataLayerDeps) {
  let last: Promise<void> = Promise.resolve();
  let context: DataLayerContext = {};
  const hashed = async (id: string | undefined): Promise<string | undefined> =>
    id === undefined ? undefined : digest?.(`${vendor}:${id}`);

  const push = async (
    event: DataLayerEvent,
    data: DataLayerContext & Omit<DataLayerData, keyof DataLayerContext>,
  ): Promise<void> => {
    if (consent() !== 'granted' || !isFirst(event, data.transactionId, kept)) return;
    const entry = {
      event,
      account_id: await hashed(data.accountId),
      user_id: await hashed(data.userId),
      // Keys stay in the tag manager's model until they are overwritten, so every event writes every key.
      method: data.method,
      game: data.game,
      language: data.language,
      sku: data.sku,
      transaction_id: data.transactionId,
      value: data.value,
      currency: data.currency,
    };
    // Consent may have been withdrawn since.
    if (consent() === 'granted') append(page, entry);
  };

  return {
    push: (event: DataLayerEvent, data: DataLayerData): Promise<void> => {
      const whole = { ...context, ...data };
      const pushed = last.then(() => push(event, whole));
      last = pushed.catch(() => undefined);
      return pushed;
    },
    setContext: (part: DataLayerContext): void => {
      context = { ...context, ...part };
    },
    /** The tag manager reads an `arguments` object as a command, an array as data. */
    pushConsent: (status: ConsentStatus): void => {
      if (status === 'granted' || page.dataLayer !== undefined) append(page, consentCommand(status));
    },
  };
}

const vendor = 'tag-manager';
// Without a tag manager the array would grow forever.
const longest = 300;
const ordersKey = 'ToldPurchases';
const maxOrders = 50;
const onceForEachOrder: ReadonlySet<DataLayerEvent> = new Set([
  'sdk_product_purchase_completed',
  'site_purchase_confirmed',
]);

let own: ReturnType<typeof createDataLayer> | undefined;

function startDataLayer(): ReturnType<typeof createDataLayer> {
  // Missing on pages without HTTPS, despite its type.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  const layer = createDataLayer({
    // The tag manager's global, which the type libraries lack.
    page: globalThis as { dataLayer?: unknown[] },
    consent,
    kept: storage,
    digest: subtle && ((text) => sha256(subtle, text)),
  });
  if (consent() === 'granted') layer.pushConsent('granted');
  subscribeToConsent((status) => layer.pushConsent(status));
  // Clears the player until the new one is known.
  subscribeToSession(() => layer.setContext({ accountId: undefined, userId: undefined }));
  return layer;
}

async function sha256(subtle: SubtleCrypto, text: string): Promise<string> {
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function append(page: DataLayerDeps['page'], entry: unknown): void {
  // The tag manager listens to this array, so it is never replaced.
  page.dataLayer ??= [];
  page.dataLayer.push(entry);
  if (page.dataLayer.length > longest) page.dataLayer.shift();
}

/** A reload after a payment must not count the purchase again. */
function isFirst(event: DataLayerEvent, transactionId: string | undefined, kept: SafeStorage): boolean {
  if (transactionId === undefined || !onceForEachOrder.has(event)) return true;
  const reported = (kept.get(ordersKey) ?? '').split(' ').filter(Boolean);
  const mark = `${event}:${transactionId}`;
  if (reported.includes(mark)) return false;
  kept.set(ordersKey, [...reported, mark].slice(-maxOrders).join(' '));
  return true;
}

function consentCommand(status: ConsentStatus): unknown {
  const choice = status === 'granted' ? 'granted' : 'denied';
  const command = function (..._parts: unknown[]): unknown {
    // oxlint-disable-next-line prefer-rest-params -- the tag manager tells commands by this very type
    return arguments;
  };
  return command('consent', 'update', {
    ad_storage: choice,
    analytics_storage: choice,
    ad_user_data: choice,
    ad_personalization: choice,
  });
}
