// What the simulated YooKassa takes for a request: closed shapes, text amounts with two digits, receipts whose lines add up. It is
// stricter than it has to be, so that a mistake of ours is found here.
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { email, object, text } from '#model/schema.ts';
import type { NewPayment } from './simulator-books.server.ts';

/** A fault in YooKassa's shape. */
export class ApiFault extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, code: string, description: string, parameter?: string) {
    super(description);
    this.status = status;
    this.body = {
      type: 'error',
      id: 'ab5a11cd-13cc-4e33-af8b-75a74e18dd09',
      code,
      description,
      ...(parameter !== undefined && { parameter }),
    };
  }
}

const Amount = object({ value: text(12, { pattern: '^\\d{1,8}\\.\\d{2}$' }), currency: Type.Literal('RUB') });

const Receipt = object({
  customer: object({ email }),
  items: Type.Array(
    object({
      description: text(128, { minLength: 1 }),
      quantity: Type.Number({ exclusiveMinimum: 0 }),
      amount: Amount,
      vat_code: Type.Integer({ minimum: 1, maximum: 12 }),
      payment_mode: text(30),
      payment_subject: text(40),
    }),
    { minItems: 1, maxItems: 100 },
  ),
  tax_system_code: Type.Optional(Type.Integer({ minimum: 1, maximum: 6 })),
});

const locale = Type.Optional(Type.Enum(['ru_RU', 'en_US']));

const PaymentRequest = object({
  amount: Amount,
  capture: Type.Optional(Type.Boolean()),
  confirmation: Type.Union([
    object({ type: Type.Literal('redirect'), return_url: text(2048, { pattern: '^https?://' }), locale }),
    object({ type: Type.Literal('embedded'), locale }),
  ]),
  description: Type.Optional(text(128)),
  metadata: Type.Optional(Type.Record(Type.String({ maxLength: 32 }), text(512), { maxProperties: 16 })),
  receipt: Type.Optional(Receipt),
});

const RefundRequest = object({
  payment_id: text(64, { minLength: 1 }),
  amount: Amount,
  description: Type.Optional(text(250)),
  receipt: Type.Optional(Receipt),
});

export function newPaymentOf(body: unknown, needsReceipt: boolean): NewPayment {
  const request = checked(PaymentRequest, body);
  const amountMinor = minorOf(request.amount);
  checkReceipt(request.receipt, amountMinor, needsReceipt);
  const { confirmation } = request;
  return {
    amountMinor,
    // YooKassa takes money in two steps unless it is told otherwise.
    capture: request.capture ?? false,
    description: request.description ?? '',
    metadata: request.metadata ?? {},
    returnUrl: confirmation.type === 'redirect' ? confirmation.return_url : undefined,
    hasReceipt: request.receipt !== undefined,
  };
}

export interface RefundRequested {
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly description: string | undefined;
}

export function refundOf(body: unknown, needsReceipt: boolean): RefundRequested {
  const request = checked(RefundRequest, body);
  const amountMinor = minorOf(request.amount);
  checkReceipt(request.receipt, amountMinor, needsReceipt);
  return { paymentId: request.payment_id, amountMinor, description: request.description };
}

function checked<S extends TSchema>(schema: S, body: unknown): Static<S> {
  if (Value.Check(schema, body)) return body;
  const [first] = Value.Errors(schema, body);
  const parameter = first?.instancePath.slice(1).replaceAll('/', '.') || 'body';
  throw new ApiFault(400, 'invalid_request', first?.message ?? 'Invalid request', parameter);
}

function minorOf({ value }: Static<typeof Amount>): number {
  const minor = Math.round(Number(value) * 100);
  if (minor < 1) throw new ApiFault(400, 'invalid_request', 'Amount must be above zero', 'amount.value');
  return minor;
}

function checkReceipt(receipt: Static<typeof Receipt> | undefined, amountMinor: number, isNeeded: boolean): void {
  if (!receipt && isNeeded) throw new ApiFault(400, 'invalid_request', 'Receipt is missing or illegal', 'receipt');
  const sum = receipt?.items.reduce((total, { amount, quantity }) => total + minorOf(amount) * quantity, 0);
  if (sum !== undefined && sum !== amountMinor)
    throw new ApiFault(400, 'invalid_request', 'The lines of the receipt are not the amount', 'receipt.items');
}
