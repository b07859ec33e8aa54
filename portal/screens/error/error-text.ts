import { gameConnectionResults } from '#model/game-connection.ts';

export function errorMessageKey(code: string | null): (typeof messages)[keyof typeof messages] | 'errors.generic' {
  const byNumber = Object.entries(gameConnectionResults).find(([, number]) => String(number) === code)?.[0];
  const name = byNumber ?? code ?? '';
  return Object.hasOwn(messages, name) ? messages[name as keyof typeof messages] : 'errors.generic';
}

export const linkFailureTexts = {
  newLink: 'loginPages.expired',
  newestLink: 'loginPages.replaced',
  rightBrowser: 'loginPages.wrongBrowser',
} as const;

export function formatErrorBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return body;
    throw error;
  }
}

const messages = {
  FailedGameOfThisTypeAlreadyConnectedToYourAccount: 'errors.already_connected',
  FailedThisGameAccountAlreadyConnectedToAnotherAccount: 'errors.connected_to_another_account',
  FailedGameOfThisTypeNotConnectedToYourAccount: 'errors.game_not_connected',
} as const;
