import type { Locale } from '#model/locale.ts';

export interface LeavePageTexts {
  readonly title: string;
  readonly text: string;
  readonly go: string;
  readonly stay: string;
}

export const leavePageTexts: Readonly<Record<Locale, LeavePageTexts>> = {
  en: {
    title: "You're leaving {portal}",
    text: "This link leads to a site that {portal} doesn't know. Continue only if you trust it.",
    go: 'Continue to {host}',
    stay: 'Stay here',
  },
  de: {
    title: 'Du verlässt {portal}',
    text: 'Dieser Link führt zu einer Website, die {portal} nicht kennt. Mach nur weiter, wenn du ihr vertraust.',
    go: 'Weiter zu {host}',
    stay: 'Hier bleiben',
  },
  es: {
    title: 'Vas a salir de {portal}',
    text: 'Este enlace lleva a un sitio que {portal} no conoce. Continúa solo si confías en él.',
    go: 'Continuar a {host}',
    stay: 'Quedarme aquí',
  },
  fa: {
    title: 'در حال خروج از {portal} هستید',
    text: 'این پیوند به سایتی می‌رود که {portal} آن را نمی‌شناسد. فقط اگر به آن اعتماد دارید ادامه دهید.',
    go: 'رفتن به {host}',
    stay: 'ماندن در اینجا',
  },
  fr: {
    title: 'Tu quittes {portal}',
    text: 'Ce lien mène à un site que {portal} ne connaît pas. Ne continue que si tu lui fais confiance.',
    go: 'Continuer vers {host}',
    stay: 'Rester ici',
  },
  it: {
    title: 'Stai per lasciare {portal}',
    text: 'Questo link porta a un sito che {portal} non conosce. Continua solo se ti fidi.',
    go: 'Continua su {host}',
    stay: 'Resta qui',
  },
  ja: {
    title: '{portal}から移動します',
    text: 'このリンクの先は、{portal}が確認していないサイトです。信頼できる場合だけ進んでください。',
    go: '{host}に進む',
    stay: 'ここにとどまる',
  },
  ko: {
    title: '{portal}을(를) 떠납니다',
    text: '이 링크는 {portal}에서 확인하지 않은 사이트로 이동합니다. 신뢰할 수 있는 경우에만 계속하세요.',
    go: '{host}(으)로 이동',
    stay: '여기에 머무르기',
  },
  pl: {
    title: 'Opuszczasz {portal}',
    text: 'Ten link prowadzi do witryny, której {portal} nie zna. Przejdź dalej tylko wtedy, gdy jej ufasz.',
    go: 'Przejdź do {host}',
    stay: 'Zostań tutaj',
  },
  'pt-br': {
    title: 'Você está saindo de {portal}',
    text: 'Este link leva a um site que {portal} não conhece. Continue só se confiar nele.',
    go: 'Continuar para {host}',
    stay: 'Ficar aqui',
  },
  ru: {
    title: 'Вы покидаете {portal}',
    text: 'Эта ссылка ведёт на сайт, который не связан с {portal}. Продолжайте, только если доверяете ему.',
    go: 'Перейти на {host}',
    stay: 'Остаться здесь',
  },
  tr: {
    title: '{portal} sitesinden ayrılıyorsunuz',
    text: 'Bu bağlantı, {portal} tarafından tanınmayan bir siteye gider. Yalnızca siteye güveniyorsanız devam edin.',
    go: '{host} adresine git',
    stay: 'Burada kal',
  },
  uk: {
    title: 'Ви переходите з {portal} на інший сайт',
    text: 'Це посилання веде на сайт, не пов’язаний із {portal}. Продовжуйте, лише якщо довіряєте йому.',
    go: 'Перейти на {host}',
    stay: 'Залишитися тут',
  },
  zh: {
    title: '你即将离开 {portal}',
    text: '此链接指向 {portal} 未确认的网站。请仅在信任该网站时继续。',
    go: '前往 {host}',
    stay: '留在这里',
  },
};
