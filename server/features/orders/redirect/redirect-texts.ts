// Texts of the two pages that redirect to a provider, which work without the portal's scripts.
import type { Locale } from '#model/locale.ts';

export interface RedirectTexts {
  readonly confirm: string;
  readonly pay: string;
  readonly onward: string;
  readonly accept: string;
  readonly terms: string;
  readonly privacy: string;
}

export const redirectTexts: Readonly<Record<Locale, RedirectTexts>> = {
  en: {
    confirm: 'Confirm your purchase',
    pay: 'Continue to payment',
    onward: 'To the payment page',
    accept: 'I have read and accept:',
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
  },
  de: {
    confirm: 'Bestätige deinen Kauf',
    pay: 'Weiter zur Zahlung',
    onward: 'Zur Zahlungsseite',
    accept: 'Ich habe gelesen und akzeptiere:',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutzerklärung',
  },
  es: {
    confirm: 'Confirma tu compra',
    pay: 'Continuar al pago',
    onward: 'A la página de pago',
    accept: 'He leído y acepto:',
    terms: 'Términos del servicio',
    privacy: 'Política de privacidad',
  },
  fa: {
    confirm: 'خرید خود را تأیید کنید',
    pay: 'ادامهٔ پرداخت',
    onward: 'رفتن به صفحهٔ پرداخت',
    accept: 'خوانده‌ام و می‌پذیرم:',
    terms: 'شرایط استفاده',
    privacy: 'سیاست حریم خصوصی',
  },
  fr: {
    confirm: 'Confirme ton achat',
    pay: 'Continuer vers le paiement',
    onward: 'Vers la page de paiement',
    accept: 'J’ai lu et j’accepte :',
    terms: 'Conditions d’utilisation',
    privacy: 'Politique de confidentialité',
  },
  it: {
    confirm: 'Conferma il tuo acquisto',
    pay: 'Continua al pagamento',
    onward: 'Alla pagina di pagamento',
    accept: 'Ho letto e accetto:',
    terms: 'Termini di servizio',
    privacy: 'Informativa sulla privacy',
  },
  ja: {
    confirm: '購入内容の確認',
    pay: 'お支払いへ進む',
    onward: 'お支払いページへ',
    accept: '以下を読み、同意します：',
    terms: '利用規約',
    privacy: 'プライバシーポリシー',
  },
  ko: {
    confirm: '구매 확인',
    pay: '결제로 이동',
    onward: '결제 페이지로 이동',
    accept: '다음을 읽었으며 동의합니다:',
    terms: '이용약관',
    privacy: '개인정보처리방침',
  },
  'pt-br': {
    confirm: 'Confirme sua compra',
    pay: 'Continuar para o pagamento',
    onward: 'Ir para a página de pagamento',
    accept: 'Li e aceito:',
    terms: 'Termos de Serviço',
    privacy: 'Política de Privacidade',
  },
  ru: {
    confirm: 'Подтвердите покупку',
    pay: 'Перейти к оплате',
    onward: 'Открыть страницу оплаты',
    accept: 'Я прочитал(а) и принимаю:',
    terms: 'Условия использования',
    privacy: 'Политика конфиденциальности',
  },
  tr: {
    confirm: 'Satın almanızı onaylayın',
    pay: 'Ödemeye devam et',
    onward: 'Ödeme sayfasına git',
    accept: 'Okudum ve kabul ediyorum:',
    terms: 'Hizmet Şartları',
    privacy: 'Gizlilik Politikası',
  },
  zh: {
    confirm: '确认购买',
    pay: '继续付款',
    onward: '前往付款页面',
    accept: '我已阅读并接受：',
    terms: '服务条款',
    privacy: '隐私政策',
  },
  uk: {
    confirm: 'Підтвердьте покупку',
    pay: 'Перейти до оплати',
    onward: 'Відкрити сторінку оплати',
    accept: 'Я прочитав(-ла) і приймаю:',
    terms: 'Умови користування',
    privacy: 'Політика конфіденційності',
  },
  pl: {
    confirm: 'Potwierdź zakup',
    pay: 'Przejdź do płatności',
    onward: 'Otwórz stronę płatności',
    accept: 'Przeczytałem(-am) i akceptuję:',
    terms: 'Warunki korzystania z usługi',
    privacy: 'Polityka prywatności',
  },
};
