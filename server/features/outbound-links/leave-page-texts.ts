// Texts of the confirmation page before leaving the portal. `{portal}` and `{host}` are inserted unchanged.
import type { Locale } from '#model/locale.ts';

export interface LeavePageTexts {
  readonly title: string;
  readonly text: string;
  readonly go: string;
  readonly stay: string;
}

export const leavePageTexts: Readonly<Record<Locale, LeavePageTexts>> = {
  en: {
    title: 'You are leaving {portal}',
    text: 'This link leads to a page that {portal} does not know. Go on only if you know whose it is.',
    go: 'Continue to {host}',
    stay: 'Stay here',
  },
  de: {
    title: 'Du verlässt {portal}',
    text: 'Dieser Link führt zu einer Seite, die {portal} nicht kennt. Geh nur weiter, wenn du weißt, wem sie gehört.',
    go: 'Weiter zu {host}',
    stay: 'Hier bleiben',
  },
  es: {
    title: 'Vas a salir de {portal}',
    text: 'Este enlace lleva a una página que {portal} no conoce. Sigue solo si sabes de quién es.',
    go: 'Continuar a {host}',
    stay: 'Quedarme aquí',
  },
  fa: {
    title: 'در حال ترک {portal} هستید',
    text: 'این پیوند به صفحه‌ای می‌رود که {portal} آن را نمی‌شناسد. فقط اگر می‌دانید مال کیست ادامه دهید.',
    go: 'رفتن به {host}',
    stay: 'همین‌جا می‌مانم',
  },
  fr: {
    title: 'Vous quittez {portal}',
    text: 'Ce lien mène à une page que {portal} ne connaît pas. Ne continuez que si vous savez à qui elle appartient.',
    go: 'Continuer vers {host}',
    stay: 'Rester ici',
  },
  it: {
    title: 'Stai per lasciare {portal}',
    text: 'Questo link porta a una pagina che {portal} non conosce. Continua solo se sai di chi è.',
    go: 'Continua su {host}',
    stay: 'Resta qui',
  },
  ja: {
    title: '{portal} から離れます',
    text: 'このリンクの先は、{portal} の知らないページです。だれのページかわかる場合だけ進んでください。',
    go: '{host} に進む',
    stay: 'ここに残る',
  },
  ko: {
    title: '{portal}을(를) 떠납니다',
    text: '이 링크는 {portal}이(가) 모르는 페이지로 이어집니다. 누구의 페이지인지 아는 경우에만 계속하세요.',
    go: '{host}(으)로 계속',
    stay: '여기에 머물기',
  },
  pl: {
    title: 'Opuszczasz {portal}',
    text: 'Ten link prowadzi do strony, której {portal} nie zna. Idź dalej tylko wtedy, gdy wiesz, czyja ona jest.',
    go: 'Przejdź do {host}',
    stay: 'Zostań tutaj',
  },
  'pt-br': {
    title: 'Você está saindo de {portal}',
    text: 'Este link leva a uma página que {portal} não conhece. Continue só se souber de quem ela é.',
    go: 'Continuar para {host}',
    stay: 'Ficar aqui',
  },
  ru: {
    title: 'Вы покидаете {portal}',
    text: 'Эта ссылка ведёт на страницу, которую {portal} не знает. Продолжайте, только если знаете, чья она.',
    go: 'Перейти на {host}',
    stay: 'Остаться здесь',
  },
  tr: {
    title: '{portal} sayfasından ayrılıyorsun',
    text: 'Bu bağlantı, {portal} tarafından bilinmeyen bir sayfaya götürür. Yalnızca kime ait olduğunu biliyorsan devam et.',
    go: '{host} adresine git',
    stay: 'Burada kal',
  },
  uk: {
    title: 'Ви залишаєте {portal}',
    text: 'Це посилання веде на сторінку, якої {portal} не знає. Продовжуйте, лише якщо знаєте, чия вона.',
    go: 'Перейти на {host}',
    stay: 'Залишитися тут',
  },
  zh: {
    title: '你即将离开 {portal}',
    text: '此链接指向 {portal} 不了解的页面。只有在你知道它属于谁时才继续。',
    go: '前往 {host}',
    stay: '留在这里',
  },
};
