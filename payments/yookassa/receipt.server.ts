// Receipts by 54-FZ, for a payment and for a refund. One line holds the whole sum, so lines and payment can never differ.
import type { toYookassaAmount } from './amounts.ts';
import type { Host } from './ask-yookassa.server.ts';

export interface Sale {
  readonly name: string;
  readonly amount: NonNullable<ReturnType<typeof toYookassaAmount>>;
  readonly email: string | undefined;
}

export type Receipt =
  | { readonly outcome: 'not needed' }
  | { readonly outcome: 'made'; readonly receipt: object }
  | { readonly outcome: 'no email' };

export function receiptFor({ name, amount, email }: Sale, { Receipt: rules }: Host['settings']): Receipt {
  if (!rules) return { outcome: 'not needed' };
  if (email === undefined) return { outcome: 'no email' };
  return {
    outcome: 'made',
    receipt: {
      customer: { email },
      items: [
        {
          description: name,
          quantity: 1,
          amount,
          vat_code: rules.VatCode,
          payment_mode: rules.PaymentMode,
          payment_subject: rules.PaymentSubject,
        },
      ],
      ...(rules.TaxSystemCode !== undefined && { tax_system_code: rules.TaxSystemCode }),
    },
  };
}
