import { toLocale, type Locale } from '#model/locale.ts';

/**
 * The text that a platform shows if its order query is rejected: the order has expired, is already paid or belongs to
 * someone else.
 * @param language the player's, as reported by the platform
 */
export const getPurchaseClosedText = (language: string | undefined): string => texts[toLocale(language)];

const texts: Readonly<Record<Locale, string>> = {
  en: 'This purchase can no longer be paid. Please start it again in the game.',
  de: 'Dieser Kauf kann nicht mehr bezahlt werden. Bitte starte ihn im Spiel noch einmal.',
  es: 'Esta compra ya no se puede pagar. Empiézala de nuevo en el juego.',
  fa: 'این خرید دیگر قابل پرداخت نیست. آن را دوباره در بازی شروع کنید.',
  fr: 'Cet achat ne peut plus être payé. Recommence-le dans le jeu.',
  it: 'Questo acquisto non può più essere pagato. Ricomincialo nel gioco.',
  ja: 'この購入はもう支払えません。ゲームからもう一度やり直してください。',
  ko: '이 구매는 더 이상 결제할 수 없습니다. 게임에서 다시 시작해 주세요.',
  'pt-br': 'Esta compra não pode mais ser paga. Comece-a de novo no jogo.',
  ru: 'Эту покупку уже нельзя оплатить. Начните её заново в игре.',
  tr: 'Bu satın alma artık ödenemez. Lütfen oyunda yeniden başlatın.',
  zh: '这笔购买已无法付款。请在游戏中重新购买。',
  uk: 'Цю покупку вже не можна оплатити. Почніть її знову в грі.',
  pl: 'Za ten zakup nie można już zapłacić. Zacznij od nowa w grze.',
};
