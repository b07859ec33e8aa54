// What a tag manager may know of what players do. Nothing is kept or pushed before the player has agreed. Ids are hashed
// for this one reader, so that they mean nothing to another; e-mail addresses are not taken at all.
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
  /** How somebody signed in, such as `game_temp_token`. */
  readonly method?: string;
  readonly game?: string;
  readonly language?: string;
  readonly sku?: string;
  /** The public id of an order. A finished purchase is told of once for each. */
  readonly transactionId?: string;
  /** In major units, as the tag manager wants it. */
  readonly value?: number;
  readonly currency?: string;
}

/** What every event says that does not say it itself. */
export type DataLayerContext = { readonly [Name in 'accountId' | 'userId' | 'game']?: string | undefined };

export interface DataLayerParts {
  readonly page: { dataLayer?: unknown[] };
  readonly consent: () => ConsentStatus;
  readonly kept: SafeStorage;
  /** Absent where the browser has none, as on pages without encryption: then ids are left out. */
  readonly digest: ((text: string) => Promise<string>) | undefined;
}

/** Pushes an event. Never throws and need not be waited for; events arrive in the order in which they were pushed. */
export function pushToDataLayer(event: DataLayerEvent, data: DataLayerData = {}): void {
  own ??= startDataLayer();
  own.push(event, data).catch((error: unknown) => log.warn(`${event} could not be pushed to the data layer.`, error));
}

/** Who is here and what is played, for the events to come; what is not named stays as it was. */
export function setDataLayerContext(context: DataLayerContext): void {
  own ??= startDataLayer();
  own.setContext(context);
}

export function createDataLayer({ page, consent, kept, digest }: DataLayerParts) {
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
    // It may have been taken back meanwhile.
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
    /** Tells the tag manager of a choice, in its own way: `arguments` of a call are a command, an array would be data. */
    tellConsent: (status: ConsentStatus): void => {
      if (status === 'granted' || page.dataLayer !== undefined) append(page, consentCommand(status));
    },
  };
}

const vendor = 'tag-manager';
// Without a container nobody empties the array.
const longest = 300;
const ordersKey = 'ToldPurchases';
const maxOrders = 50;
const onceForEachOrder: ReadonlySet<DataLayerEvent> = new Set([
  'sdk_product_purchase_completed',
  'site_purchase_confirmed',
]);

let own: ReturnType<typeof createDataLayer> | undefined;

function startDataLayer(): ReturnType<typeof createDataLayer> {
  // The library says that it is always there; on pages without encryption it is not.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  const layer = createDataLayer({
    // The tag manager's own name for it, which no library of types has.
    page: globalThis as { dataLayer?: unknown[] },
    consent,
    kept: storage,
    digest: subtle && ((text) => sha256(subtle, text)),
  });
  if (consent() === 'granted') layer.tellConsent('granted');
  subscribeToConsent((status) => layer.tellConsent(status));
  // Whoever comes next is somebody else until it is known who.
  subscribeToSession(() => layer.setContext({ accountId: undefined, userId: undefined }));
  return layer;
}

async function sha256(subtle: SubtleCrypto, text: string): Promise<string> {
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function append(page: DataLayerParts['page'], entry: unknown): void {
  // Never replaced: the container listens to this very array.
  page.dataLayer ??= [];
  page.dataLayer.push(entry);
  if (page.dataLayer.length > longest) page.dataLayer.shift();
}

/** A reload of the page after a payment must not count the purchase again. */
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
