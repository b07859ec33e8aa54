/** Only the first origin was observed; the others are likely. */
export const moneyMailRuPageOrigins: readonly string[] = [
  'https://cpg.money.mail.ru',
  'https://pw.money.mail.ru',
  'https://money.mail.ru',
];
