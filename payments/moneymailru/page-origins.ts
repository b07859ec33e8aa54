/** Origins of the pages that a payment passes through in the frame. The first was observed; the others are likely. */
export const moneyMailRuOrigins: readonly string[] = [
  'https://cpg.money.mail.ru',
  'https://pw.money.mail.ru',
  'https://money.mail.ru',
];
