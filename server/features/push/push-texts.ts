import type { Locale } from '#model/locale.ts';

interface PushText {
  readonly title: string;
  readonly body: string;
}

interface PortalTexts {
  readonly supportAnswer: PushText;
  readonly invite: PushText;
  /** For a friend without a name. */
  readonly unnamedFriend: string;
}

export const pushTexts: Readonly<Record<Locale, PortalTexts>> = {
  en: {
    unnamedFriend: 'A friend',
    supportAnswer: { title: 'Support replied', body: 'Open your request to read the reply.' },
    invite: { title: '{{friend}} invites you to {{game}}', body: 'Join the game.' },
  },
  de: {
    unnamedFriend: 'Ein Freund',
    supportAnswer: { title: 'Der Support hat geantwortet', body: 'Öffne deine Anfrage, um die Antwort zu lesen.' },
    invite: { title: '{{friend}} lädt dich zu {{game}} ein', body: 'Spiel mit.' },
  },
  es: {
    unnamedFriend: 'Un amigo',
    supportAnswer: { title: 'Soporte ha respondido', body: 'Abre tu solicitud para leer la respuesta.' },
    invite: { title: '{{friend}} te invita a {{game}}', body: 'Ven a jugar.' },
  },
  fa: {
    unnamedFriend: 'یک دوست',
    supportAnswer: { title: 'پشتیبانی پاسخ داد', body: 'برای خواندن پاسخ، درخواست خود را باز کنید.' },
    invite: { title: '{{friend}} شما را به {{game}} دعوت می‌کند', body: 'با هم بازی کنید.' },
  },
  fr: {
    unnamedFriend: 'Un ami',
    supportAnswer: { title: 'L’assistance a répondu', body: 'Ouvre ta demande pour lire la réponse.' },
    invite: { title: '{{friend}} t’invite à jouer à {{game}}', body: 'Rejoins la partie.' },
  },
  it: {
    unnamedFriend: 'Un amico',
    supportAnswer: { title: 'L’assistenza ha risposto', body: 'Apri la tua richiesta per leggere la risposta.' },
    invite: { title: '{{friend}} ti invita a {{game}}', body: 'Vieni a giocare.' },
  },
  ja: {
    unnamedFriend: 'フレンド',
    supportAnswer: { title: 'サポートから返信がありました', body: 'お問い合わせを開いて返信をご確認ください。' },
    invite: { title: '{{friend}}さんが{{game}}に招待しています', body: '一緒に遊びましょう。' },
  },
  ko: {
    unnamedFriend: '친구',
    supportAnswer: { title: '고객 지원에서 답변했습니다', body: '문의를 열어 답변을 확인하세요.' },
    invite: { title: '{{friend}}님이 {{game}}에 초대했습니다', body: '함께 플레이하세요.' },
  },
  'pt-br': {
    unnamedFriend: 'Um amigo',
    supportAnswer: { title: 'O suporte respondeu', body: 'Abra sua solicitação para ler a resposta.' },
    invite: { title: '{{friend}} convida você para {{game}}', body: 'Venha jogar.' },
  },
  ru: {
    unnamedFriend: 'Друг',
    supportAnswer: { title: 'Поддержка ответила', body: 'Откройте своё обращение, чтобы прочитать ответ.' },
    invite: { title: '{{friend}} приглашает вас в {{game}}', body: 'Присоединяйтесь к игре.' },
  },
  tr: {
    unnamedFriend: 'Bir arkadaşınız',
    supportAnswer: { title: 'Destek yanıt verdi', body: 'Yanıtı okumak için talebinizi açın.' },
    invite: { title: '{{friend}} sizi {{game}} oyununa davet ediyor', body: 'Siz de oyuna katılın.' },
  },
  zh: {
    unnamedFriend: '好友',
    supportAnswer: { title: '客服已回复', body: '打开你的工单查看回复。' },
    invite: { title: '{{friend}} 邀请你玩 {{game}}', body: '一起来玩吧。' },
  },
  uk: {
    unnamedFriend: 'Друг',
    supportAnswer: { title: 'Підтримка відповіла', body: 'Відкрийте своє звернення, щоб прочитати відповідь.' },
    invite: { title: '{{friend}} запрошує вас до {{game}}', body: 'Приєднуйтеся до гри.' },
  },
  pl: {
    unnamedFriend: 'Znajomy',
    supportAnswer: { title: 'Pomoc odpowiedziała', body: 'Otwórz zgłoszenie, aby przeczytać odpowiedź.' },
    invite: { title: '{{friend}} zaprasza cię do {{game}}', body: 'Dołącz do gry.' },
  },
};

/** Values are not escaped: a notification shows plain text. */
export const fillPushText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
