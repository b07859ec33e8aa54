/** Where the pages are that a payment goes through, in the frame. The first one is seen; the others are the likely ones. */
export const moneyMailRuOrigins: readonly string[] = [
  'https://cpg.money.mail.ru',
  'https://pw.money.mail.ru',
  'https://money.mail.ru',
];
