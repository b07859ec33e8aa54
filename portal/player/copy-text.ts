import { log } from '#portal/log.ts';

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    log.debug('The browser does not let the portal copy; the player is shown the text.', error);
    return false;
  }
}
