import type { Locale } from '#model/locale.ts';

export interface OutageText {
  readonly title: string;
  readonly message: string;
  readonly wait: string;
  readonly now: string;
  readonly retry: string;
}

// Not in the portal's locale files, because a proxy sends this page while no portal runs.
export const outageTexts: Readonly<Record<Locale, OutageText>> = {
  en: {
    title: "We'll be right back",
    message:
      "The site can't be reached right now. This page tries again by itself and waits a little longer each time.",
    wait: 'Trying again in {n} s',
    now: 'Trying again…',
    retry: 'Try again now',
  },
  de: {
    title: 'Wir sind gleich zurück',
    message:
      'Die Seite ist gerade nicht erreichbar. Es wird automatisch erneut versucht, jedes Mal nach einer etwas längeren Pause.',
    wait: 'Neuer Versuch in {n} s',
    now: 'Neuer Versuch …',
    retry: 'Jetzt erneut versuchen',
  },
  es: {
    title: 'Volvemos enseguida',
    message:
      'Ahora mismo no se puede acceder al sitio. Esta página lo vuelve a intentar sola y espera un poco más cada vez.',
    wait: 'Nuevo intento en {n} s',
    now: 'Intentando de nuevo…',
    retry: 'Reintentar ahora',
  },
  fa: {
    title: 'به‌زودی برمی‌گردیم',
    message: 'در حال حاضر سایت در دسترس نیست. این صفحه خودش دوباره تلاش می‌کند و هر بار کمی بیشتر صبر می‌کند.',
    wait: 'تلاش دوباره تا {n} ثانیهٔ دیگر',
    now: 'در حال تلاش دوباره…',
    retry: 'تلاش دوباره، همین حالا',
  },
  fr: {
    title: 'Nous revenons tout de suite',
    message:
      "Le site est momentanément inaccessible. Cette page réessaie d'elle-même, en attendant un peu plus à chaque fois.",
    wait: 'Nouvel essai dans {n} s',
    now: 'Nouvel essai…',
    retry: 'Réessayer maintenant',
  },
  it: {
    title: 'Torniamo subito',
    message:
      'Il sito al momento non è raggiungibile. Questa pagina riprova da sola, aspettando ogni volta un po’ di più.',
    wait: 'Nuovo tentativo tra {n} s',
    now: 'Nuovo tentativo…',
    retry: 'Riprova ora',
  },
  ja: {
    title: 'まもなく再開します',
    message: '現在サイトに接続できません。このページは自動的に再試行し、待ち時間は少しずつ長くなります。',
    wait: '{n}秒後に再試行します',
    now: '再試行しています…',
    retry: '今すぐ再試行',
  },
  ko: {
    title: '곧 돌아오겠습니다',
    message:
      '지금은 사이트에 연결할 수 없습니다. 이 페이지는 자동으로 다시 시도하며, 시도할 때마다 조금 더 오래 기다립니다.',
    wait: '{n}초 후 다시 시도합니다',
    now: '다시 시도하는 중…',
    retry: '지금 다시 시도',
  },
  'pt-br': {
    title: 'Já voltamos',
    message:
      'Não foi possível acessar o site agora. Esta página tenta de novo sozinha e espera um pouco mais a cada vez.',
    wait: 'Nova tentativa em {n} s',
    now: 'Tentando de novo…',
    retry: 'Tentar de novo agora',
  },
  ru: {
    title: 'Мы скоро вернёмся',
    message: 'Сайт сейчас недоступен. Страница сама повторит попытку, с каждым разом выжидая немного дольше.',
    wait: 'Повторная попытка через {n} с',
    now: 'Пробуем ещё раз…',
    retry: 'Повторить сейчас',
  },
  tr: {
    title: 'Birazdan döneceğiz',
    message:
      'Siteye şu anda ulaşılamıyor. Bu sayfa kendiliğinden tekrar dener ve her seferinde biraz daha uzun bekler.',
    wait: '{n} sn sonra tekrar denenecek',
    now: 'Tekrar deneniyor…',
    retry: 'Şimdi tekrar dene',
  },
  zh: {
    title: '我们马上回来',
    message: '目前无法访问本站。此页面会自动重试，每次等待的时间会稍长一些。',
    wait: '{n} 秒后重试',
    now: '正在重试…',
    retry: '立即重试',
  },
  uk: {
    title: 'Ми скоро повернемося',
    message: 'Сайт зараз недоступний. Сторінка сама повторить спробу, щоразу чекаючи трохи довше.',
    wait: 'Повторна спроба через {n} с',
    now: 'Пробуємо ще раз…',
    retry: 'Спробувати зараз',
  },
  pl: {
    title: 'Zaraz wracamy',
    message: 'Serwis jest teraz niedostępny. Ta strona sama ponawia próbę, za każdym razem po nieco dłuższej przerwie.',
    wait: 'Ponowna próba za {n} s',
    now: 'Ponowna próba…',
    retry: 'Spróbuj teraz',
  },
};
