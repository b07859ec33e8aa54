// Payment methods, by the names that players know. Which provider processes them is the operator's choice.

export const paymentMethods = [
  'Card',
  'ApplePay',
  'GooglePay',
  'PayPal',
  'Sbp',
  'SberPay',
  'YooMoney',
  'VkPay',
  'Wallet',
  'BankTransfer',
  'PhoneBill',
  'Cash',
  'GiftCard',
] as const;

export type PaymentMethod = (typeof paymentMethods)[number];
