// With what players pay, in words that they know. Who processes it is the operator's affair.

export const paymentMeans = [
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

export type PaymentMeans = (typeof paymentMeans)[number];
