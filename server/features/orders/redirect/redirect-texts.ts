// The few words of the two pages that lead from an address to a provider's page, before there is a portal to speak.
import type { Locale } from '#model/locale.ts';

export interface RedirectTexts {
  readonly confirm: string;
  readonly pay: string;
  readonly onward: string;
}

export const redirectTexts: Readonly<Record<Locale, RedirectTexts>> = {
  en: { confirm: 'Confirm your purchase', pay: 'Continue to payment', onward: 'To the payment page' },
  de: { confirm: 'Bestätige deinen Kauf', pay: 'Weiter zur Zahlung', onward: 'Zur Zahlungsseite' },
  es: { confirm: 'Confirma tu compra', pay: 'Continuar al pago', onward: 'A la página de pago' },
  fa: { confirm: 'خرید خود را تأیید کنید', pay: 'ادامه به پرداخت', onward: 'به صفحهٔ پرداخت' },
  fr: { confirm: 'Confirme ton achat', pay: 'Continuer vers le paiement', onward: 'Vers la page de paiement' },
  it: { confirm: 'Conferma il tuo acquisto', pay: 'Continua al pagamento', onward: 'Alla pagina di pagamento' },
  ja: { confirm: '購入内容の確認', pay: 'お支払いへ進む', onward: 'お支払いページへ' },
  ko: { confirm: '구매 확인', pay: '결제 계속하기', onward: '결제 페이지로' },
  'pt-br': {
    confirm: 'Confirme sua compra',
    pay: 'Continuar para o pagamento',
    onward: 'Ir para a página de pagamento',
  },
  ru: { confirm: 'Подтвердите покупку', pay: 'Перейти к оплате', onward: 'На страницу оплаты' },
  tr: { confirm: 'Satın alma işlemini onayla', pay: 'Ödemeye devam et', onward: 'Ödeme sayfasına' },
  zh: { confirm: '确认购买', pay: '继续付款', onward: '前往付款页面' },
  uk: { confirm: 'Підтвердьте покупку', pay: 'Перейти до оплати', onward: 'На сторінку оплати' },
  pl: { confirm: 'Potwierdź zakup', pay: 'Przejdź do płatności', onward: 'Do strony płatności' },
};
