// The data layer of a tag manager: events with the player's ids, and their consent.
import type { RuntimeConfig } from '#model/runtime-config.ts';
import type { SafeStorage } from '#portal/storage.ts';
import type { ConsentStatus } from './consent.ts';

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

export type DataLayerContext = { readonly [Name in 'accountId' | 'userId' | 'game' | 'email']?: string | undefined };

export interface DataLayerDeps {
  readonly page: { dataLayer?: unknown[] };
  readonly consent: () => ConsentStatus;
  readonly kept: SafeStorage;
  /** Keeps events for the tab's next page; absent without a tag manager. */
  readonly unread?: SafeStorage | undefined;
  readonly email?: NonNullable<RuntimeConfig['tagManager']>['email'];
  /** Undefined on pages without HTTPS, which have no Web Crypto: then hashed email addresses are left out. */
  readonly digest: ((text: string) => Promise<string>) | undefined;
}

export type DataLayer = ReturnType<typeof createDataLayer>;

export function createDataLayer({ page, consent, kept, unread, email, digest }: DataLayerDeps) {
  let last: Promise<void> = Promise.resolve();
  let isRead = unread === undefined;
  const append = (entry: unknown): void => {
    // The tag manager listens to this array, so it is never replaced.
    page.dataLayer ??= [];
    page.dataLayer.push(entry);
    if (page.dataLayer.length > maxEntries) page.dataLayer.shift();
  };

  if (consent() === 'granted') {
    append(consentCommand('granted'));
    for (const entry of readUnread(unread)) append({ ...emptyEntry, ...entry });
  }

  const push = async (
    event: DataLayerEvent,
    data: DataLayerContext & Omit<DataLayerData, keyof DataLayerContext>,
  ): Promise<void> => {
    if (consent() !== 'granted' || !isFirst(event, data.transactionId, kept)) return;
    const address = data.email?.trim().toLowerCase();
    const entry = {
      // Keys stay in the tag manager's model until they are overwritten, so every event writes every key.
      ...emptyEntry,
      event,
      account_id: data.accountId,
      user_id: data.userId,
      email: email === 'plain' ? address : undefined,
      sha256_email_address: email === 'hashed' && address !== undefined ? await digest?.(address) : undefined,
      method: data.method,
      game: data.game,
      language: data.language,
      sku: data.sku,
      transaction_id: data.transactionId,
      value: data.value,
      currency: data.currency,
    };
    // Consent may have been withdrawn since.
    if (consent() !== 'granted') return;
    append(entry);
    if (!isRead) unread?.set(unreadKey, JSON.stringify([...readUnread(unread), entry].slice(-maxUnread)));
  };

  return {
    push: (
      event: DataLayerEvent,
      data: DataLayerContext & Omit<DataLayerData, keyof DataLayerContext>,
    ): Promise<void> => {
      const pushed = last.then(() => push(event, data));
      last = pushed.catch(() => undefined);
      return pushed;
    },
    pushConsent: (status: ConsentStatus): void => {
      if (status !== 'granted') unread?.remove(unreadKey);
      if (status === 'granted' || page.dataLayer !== undefined) append(consentCommand(status));
    },
    /** The tag manager reads the array from now on. */
    startTags: (nowMs: number): void => {
      append({ 'gtm.start': nowMs, event: 'gtm.js' });
    },
    /** The tag manager has read what was kept, or never will. */
    endUnread: (): void => {
      isRead = true;
      unread?.remove(unreadKey);
    },
  };
}

// Without a tag manager the array would grow forever.
const maxEntries = 300;
const unreadKey = 'UnreadTags';
const maxUnread = 30;
const ordersKey = 'ToldPurchases';
const maxOrders = 50;
const onceForEachOrder: ReadonlySet<DataLayerEvent> = new Set([
  'sdk_product_purchase_completed',
  'site_purchase_confirmed',
]);

const emptyEntry = {
  event: undefined,
  account_id: undefined,
  user_id: undefined,
  email: undefined,
  sha256_email_address: undefined,
  method: undefined,
  game: undefined,
  language: undefined,
  sku: undefined,
  transaction_id: undefined,
  value: undefined,
  currency: undefined,
};

function readUnread(unread: SafeStorage | undefined): readonly object[] {
  try {
    const entries: unknown = JSON.parse(unread?.get(unreadKey) ?? '[]');
    return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'object' && entry !== null) : [];
  } catch {
    return [];
  }
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

/** The tag manager reads an `arguments` object as a command, an array as data. */
function consentCommand(status: ConsentStatus): unknown {
  const choice = status === 'granted' ? 'granted' : 'denied';
  const command = function (..._parts: unknown[]): unknown {
    // oxlint-disable-next-line prefer-rest-params -- the tag manager recognizes a command by this type
    return arguments;
  };
  return command('consent', 'update', {
    ad_storage: choice,
    analytics_storage: choice,
    ad_user_data: choice,
    ad_personalization: choice,
  });
}
