// The calls behind the page, which belong to one bank, and the folder of its form. Nothing else of the portal knows which bank it is.
import type { Locale } from '#model/locale.ts';
import { client } from '#portal/api.ts';

export const bankFolder = 'bank131';

export type PaymentInfo = Awaited<ReturnType<typeof readPaymentInfo>>;

export const readPaymentInfo = (publicId: string, locale: Locale) =>
  client.bank131.paymentInfo({ PublicId: publicId, Locale: locale });

/** The bank's form for cards, for the buyer who is signed in. */
export const openCardForm = (publicId: string) => client.bank131.tokenize({ PublicId: publicId });

/** The form is done: the bank is asked at once, instead of waiting for its word. */
export const payWithCard = (publicId: string) => client.bank131.payWithCard({ PublicId: publicId });

/** Undefined: the bank has no link yet. The server waits for it a while. */
export async function askForLink(publicId: string): Promise<string | undefined> {
  return (await client.bank131.payWithSbp({ PublicId: publicId })).SbpLink;
}
