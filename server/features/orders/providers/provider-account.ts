// A provider account: the provider's server adapter, bound to settings that an operator made for the portal or for one
// game, and to the core's fetch, clock and log. All calls to a provider go through an account and have a timeout.
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '#model/problem.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type {
  ParsedWebhook,
  AttemptReference,
  Webhook,
  CreatePaymentResult,
  CreatePaymentRequest,
  ProviderHost,
  ProviderCallTools,
  ProviderAttemptRecord,
  RefundResult,
  RefundRequest,
  SaleContext,
  DateRange,
  PaymentHandlerDecision,
} from '#payments/port.server.ts';
import type { AdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { createCountedFetch } from '#server/http/with-vendor-call-metrics.ts';
import type { Log } from '#server/http/log.ts';
import type { IncrementCounter } from '#server/http/metrics.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { withTimeout } from '#server/with-timeout.ts';
import { unsealReceipt } from '../attempts/sealed-receipt.ts';
import type { AttemptRow } from '../order-rows.ts';
import type { CircuitBreakers } from './circuit-breakers.ts';
import type { ValidatedSettings, LoadedProvider } from './load-providers.ts';

export interface ProviderDeps {
  readonly providers: readonly LoadedProvider[];
  readonly breakers: CircuitBreakers;
  readonly count?: IncrementCounter | undefined;
  readonly settings: AdapterSettings;
  readonly fetch: SafeFetch;
  readonly now: () => Date;
  readonly log: Log;
  /** Encrypts receipts of purchases. */
  readonly sealer: Sealer;
}

export interface ProviderAccount {
  readonly provider: LoadedProvider;
  /** Identical for the same settings on every node; reveals nothing about them. */
  readonly name: string;
  /** The game that owns the settings; empty for the portal's. Ids from the provider are unique only per owner. */
  readonly owner: string;
  readonly settingsHash: string | null;
  /** For platforms that decide per purchase. A platform without this function handles none. */
  readonly resolveHandler: (moment: SaleContext) => Promise<PaymentHandlerDecision>;
  readonly needsEmail: boolean;
  readonly acceptsPhone: boolean;
  readonly createPayment: (payment: CreatePaymentRequest) => Promise<CreatePaymentResult<object | undefined>>;
  readonly readPayment: (attempt: AttemptRow) => Promise<ProviderAttemptRecord>;
  readonly cancelPayment: (attempt: AttemptRow) => Promise<void>;
  /** Confirms a held payment so that the provider charges it. Returns the resulting events. */
  readonly confirmPayment: (attempt: AttemptRow) => Promise<readonly PaymentEvent[]>;
  readonly refundPayment: (attempt: AttemptRow, refund: AttemptRefund) => Promise<RefundResult>;
  readonly listPayments: (span: DateRange) => Promise<readonly PaymentEvent[]>;
  readonly listRefunds: (span: DateRange) => Promise<readonly PaymentEvent[]>;
  readonly finishPurchase: (attempt: AttemptRow, isConsumable: boolean) => Promise<void>;
  readonly parseWebhook: (webhook: Webhook) => Promise<ParsedWebhook>;
  readonly answerCall: (name: string, input: object, tools: ProviderCallTools) => Promise<unknown>;
  readonly isOf: (game: string) => Promise<boolean>;
  /** Whether a payment went through this account. An account's events count only for its own payments. */
  readonly owns: (payment: StoredAccountReference) => Promise<boolean>;
}

export type PaymentEventSender = Pick<ProviderAccount, 'owner' | 'owns'>;

export const portalEventSender: PaymentEventSender = { owner: '', owns: async () => true };

export interface StoredAccountReference {
  /** The account's owner; null in rows of releases that did not store it. */
  readonly account: string | null;
  readonly settings_hash: string | null;
  readonly game: string;
}

/** Compares by the row alone: settings may have been edited, or moved without a change. */
export const isSameAsStoredAccount = (
  { owner, settingsHash }: Pick<ProviderAccount, 'owner' | 'settingsHash'>,
  { account, settings_hash: hash }: Pick<StoredAccountReference, 'account' | 'settings_hash'>,
): boolean => account === owner || (hash !== null && hash === settingsHash);

type AttemptRefund = Omit<RefundRequest, keyof AttemptReference>;

/**
 * The game's account, otherwise the portal's; without a game the portal's. Undefined if the provider is not configured.
 */
export async function findProviderAccount(
  deps: ProviderDeps,
  provider: LoadedProvider,
  game: string | undefined,
): Promise<ProviderAccount | undefined> {
  const own = await readSettings(deps, provider, game);
  return own && bindAccount(deps, provider, own);
}

export async function requireProviderAccount(
  deps: ProviderDeps,
  folder: string,
  game: string,
): Promise<ProviderAccount> {
  const provider = requireProvider(deps, folder);
  const account = await findProviderAccount(deps, provider, game);
  if (!account) throw new Problem('NotConfigured', `Payment with ${provider.manifest.title} is not set up here.`);
  return account;
}

/**
 * The account with which an attempt was made, even if its game has another account now. If its settings were deleted,
 * the game's current account.
 */
export async function requireAttemptAccount(
  deps: ProviderDeps,
  attempt: AttemptRow,
  game: string,
): Promise<ProviderAccount> {
  const provider = requireProvider(deps, attempt.provider);
  const current = await findProviderAccount(deps, provider, game);
  if (current && (attempt.account === null || isSameAsStoredAccount(current, attempt))) return current;
  const former = await findProviderAccount(deps, provider, attempt.account || undefined);
  if (former && former.owner === attempt.account) return former;
  return current ?? requireProviderAccount(deps, attempt.provider, game);
}

export function requireProvider({ providers }: ProviderDeps, folder: string): LoadedProvider {
  const found = providers.find((provider) => provider.folder === folder);
  if (!found) throw new Error(`There is no payment provider ${folder} any more: its folder has no server adapter.`);
  return found;
}

function bindAccount(
  deps: ProviderDeps,
  provider: LoadedProvider,
  { settings, owner }: FoundSettings,
): ProviderAccount {
  const { adapter, folder } = provider;
  const { fetch, now, log } = deps;
  const host: ProviderHost<ValidatedSettings> = { fetch: createCountedFetch(fetch, folder), now, log, settings };
  const describe = (attempt: AttemptRow): AttemptReference => {
    const { sealed_receipt: sealed } = attempt;
    // No receipt was stored, or it was deleted with the account.
    if (sealed === null) return toAttemptReference(attempt);
    return { ...toAttemptReference(attempt), receipt: unsealReceipt(deps.sealer, sealed) };
  };
  const settingsHash = hashSettings(settings);
  const name = settingsHash === null ? folder : `${folder}:${settingsHash.slice(0, 16)}`;
  const isOf = async (game: string): Promise<boolean> => {
    const own = await readSettings(deps, provider, game);
    return own !== undefined && isDeepStrictEqual(own.settings, settings);
  };
  return {
    provider,
    name,
    owner,
    settingsHash,
    resolveHandler: async (moment) =>
      adapter.paymentHandler ? answerInTime(provider, adapter.paymentHandler(moment, host)) : 'nobody',
    needsEmail: adapter.needsEmail(settings),
    acceptsPhone: adapter.acceptsPhone?.(settings) === true,
    createPayment: (payment) => openWithBreaker(deps, provider, name, payment, adapter.create(payment, host)),
    readPayment: (attempt) => answerInTime(provider, adapter.read(describe(attempt), host)),
    cancelPayment: async (attempt) => {
      if (adapter.cancel) await answerInTime(provider, adapter.cancel(describe(attempt), host));
    },
    confirmPayment: async (attempt) =>
      adapter.confirm ? answerInTime(provider, adapter.confirm(describe(attempt), host)) : [],
    refundPayment: (attempt, refund) =>
      answerInTime(provider, adapter.refund({ ...describe(attempt), ...refund }, host)),
    listPayments: async (span) => (adapter.list ? answerInTime(provider, adapter.list(span, host), maxListMs) : []),
    listRefunds: async (span) =>
      adapter.listRefunds ? answerInTime(provider, adapter.listRefunds(span, host), maxListMs) : [],
    finishPurchase: async (attempt, isConsumable) => {
      if (adapter.finish) await answerInTime(provider, adapter.finish({ ...describe(attempt), isConsumable }, host));
    },
    parseWebhook: (webhook) => answerInTime(provider, adapter.parseWebhook(webhook, host)),
    answerCall: (name, input, tools) => {
      const call = provider.family === 'payments' ? provider.calls[name] : undefined;
      if (!call) throw new Problem('CallNotAvailable', `${folder}.${name} is declared, but nobody answers it.`);
      return answerInTime(provider, call(input, host, tools));
    },
    isOf,
    owns: async (payment) => {
      const { account, game } = payment;
      if (account === null) return isOf(game);
      if (isSameAsStoredAccount({ owner, settingsHash }, payment)) return true;
      const current = await readSettings(deps, provider, account || undefined);
      // An account whose settings were deleted proves nothing; the game's current account does.
      return current?.owner === account ? isDeepStrictEqual(current.settings, settings) : isOf(game);
    },
  };
}

/** Platforms that handle payments themselves have no breaker, because there is no alternative to them. */
async function openWithBreaker<Answer extends { readonly outcome: string }>(
  { breakers, count }: ProviderDeps,
  provider: LoadedProvider,
  name: string,
  { attemptId }: CreatePaymentRequest,
  asked: Promise<Answer>,
): Promise<Answer> {
  const { folder, family } = provider;
  const opening = answerInTime(provider, asked);
  try {
    const answer = await (family === 'payments' ? breakers.track(name, attemptId, opening) : opening);
    const outcome = answer.outcome === 'created' ? 'opened' : 'refused';
    count?.('fxid_payments_opened_total', { provider: folder, outcome });
    return answer;
  } catch (error) {
    count?.('fxid_payments_opened_total', { provider: folder, outcome: 'failed' });
    throw error;
  }
}

const settingsHashes = new WeakMap<object, string>();

function hashSettings(settings: ValidatedSettings): string | null {
  if (!settings) return null;
  const known = settingsHashes.get(settings);
  if (known !== undefined) return known;
  const made = hash('sha256', JSON.stringify(settings));
  settingsHashes.set(settings, made);
  return made;
}

export function toAttemptReference(attempt: AttemptRow): AttemptReference {
  return {
    attemptId: attempt.attempt_id,
    orderId: attempt.order_id,
    ...(attempt.provider_payment_id !== null && { providerPaymentId: attempt.provider_payment_id }),
    amountMinor: attempt.amount_minor,
    currency: attempt.currency,
    createdAt: attempt.created_at,
  };
}

/** A wrapper, because a configured provider may have no settings. */
interface FoundSettings {
  readonly settings: ValidatedSettings;
  readonly owner: string;
}

async function readSettings(
  deps: ProviderDeps,
  { family, folder, manifest }: LoadedProvider,
  game: string | undefined,
): Promise<FoundSettings | undefined> {
  if (!manifest.settings) return { settings: undefined, owner: '' };
  return deps.settings.readOwned(family, folder, manifest.settings, game);
}

const answerInTime = <Answer>(
  { manifest }: LoadedProvider,
  asked: Promise<Answer>,
  waitMs = maxWaitMs,
): Promise<Answer> =>
  withTimeout(asked, waitMs, () => new Error(`${manifest.title} has not answered within ${waitMs / 1000} s.`));

// Longer than the timeout of one request: an adapter may need two.
const maxWaitMs = 15_000;
const maxListMs = 5 * 60_000;
