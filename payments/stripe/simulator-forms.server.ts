// What the simulated Stripe takes for a new session, checked as Stripe checks it; its errors have Stripe's shape.
import type { NewSession } from './simulator-books.server.ts';

export type Form = Readonly<Record<string, string>>;

export class ApiFault extends Error {
  readonly status: number;
  readonly body: object;
  constructor(
    status: number,
    code: string | undefined,
    message: string,
    param?: string,
    type = 'invalid_request_error',
  ) {
    super(message);
    this.name = 'ApiFault';
    this.status = status;
    this.body = { error: { type, code, message, param } };
  }
}

export function textsOf(values: unknown): Form {
  if (typeof values !== 'object' || values === null) return {};
  const entries = Object.entries(values);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

export function newSessionOf(form: Form, now: Date): NewSession {
  const unknown = Object.keys(form).find((name) => !known.some((pattern) => pattern.test(name)));
  if (unknown !== undefined)
    throw new ApiFault(400, 'parameter_unknown', `Received unknown parameter: ${unknown}`, unknown);
  if (form['mode'] !== 'payment') throw new ApiFault(400, undefined, 'Only payments are simulated', 'mode');
  const uiMode = form['ui_mode'] ?? 'hosted_page';
  if (!uiModes.has(uiMode)) throw new ApiFault(400, undefined, 'Invalid ui_mode', 'ui_mode');
  const isHosted = uiMode.startsWith('hosted');
  checkReturn(form, isHosted);
  const currency = form[`${line}[currency]`] ?? '';
  if (!/^[a-z]{3}$/.test(currency))
    throw new ApiFault(400, undefined, `Invalid currency: ${currency}`, `${line}[currency]`);
  const quantity = Number(form['line_items[0][quantity]']);
  const amount = Number(form[`${line}[unit_amount]`]) * quantity;
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > 99_999_999)
    throw new ApiFault(400, 'amount_too_small', 'Invalid integer', `${line}[unit_amount]`);
  if (threeDigits.has(currency) && amount % 10 !== 0)
    throw new ApiFault(400, 'parameter_invalid_integer', 'The last digit must be 0', `${line}[unit_amount]`);
  const name = form[`${line}[product_data][name]`] ?? '';
  if (name === '') throw new ApiFault(400, 'parameter_missing', 'Missing name', `${line}[product_data][name]`);
  const nowS = Math.floor(now.getTime() / 1000);
  const expiresAtS = form['expires_at'] === undefined ? nowS + 86_400 : Number(form['expires_at']);
  if (!(expiresAtS >= nowS + 1_800 && expiresAtS <= nowS + 86_400))
    throw new ApiFault(400, undefined, 'expires_at must be between 30 minutes and 24 hours from now', 'expires_at');
  return {
    uiMode,
    amount,
    currency,
    name,
    clientReferenceId: form['client_reference_id'] ?? null,
    metadata: groupOf(form, /^metadata\[(\w+)\]$/),
    intentMetadata: groupOf(form, /^payment_intent_data\[metadata\]\[(\w+)\]$/),
    successUrl: form['success_url'] ?? null,
    cancelUrl: form['cancel_url'] ?? null,
    expiresAtS,
  };
}

function checkReturn(form: Form, isHosted: boolean): void {
  const never = form['redirect_on_completion'] === 'never';
  if (isHosted && form['success_url'] === undefined)
    throw new ApiFault(400, 'parameter_missing', 'Missing success_url', 'success_url');
  if (isHosted) return;
  if (form['success_url'] !== undefined || form['cancel_url'] !== undefined)
    throw new ApiFault(400, undefined, 'success_url and cancel_url are for hosted pages', 'success_url');
  if (never && form['return_url'] !== undefined)
    throw new ApiFault(400, undefined, 'return_url goes not with redirect_on_completion=never', 'return_url');
  if (!never && form['return_url'] === undefined)
    throw new ApiFault(400, 'parameter_missing', 'Missing return_url', 'return_url');
}

/** The fields of a form below one name, by what the pattern finds. */
export function groupOf(form: Form, pattern: RegExp): Record<string, string> {
  const entries = Object.entries(form).flatMap(([name, value]) => {
    const key = pattern.exec(name)?.[1];
    return key === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

const line = 'line_items[0][price_data]';
// Both generations of names: what came is echoed.
const uiModes = new Set(['embedded_page', 'embedded', 'hosted_page', 'hosted']);
const threeDigits = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);
const known = [
  /^(mode|ui_mode|client_reference_id|redirect_on_completion|return_url|success_url|cancel_url|expires_at|locale|customer_email)$/,
  /^(metadata|payment_intent_data\[metadata\])\[\w+\]$/,
  /^line_items\[0\]\[quantity\]$/,
  /^line_items\[0\]\[price_data\]\[(currency|unit_amount|product_data\]\[name|product_data\]\[description)\]$/,
  /^adaptive_pricing\[enabled\]$/,
];
