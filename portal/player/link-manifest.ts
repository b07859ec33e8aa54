import { apiBase } from '#contract/api-base.ts';
import { installPrompt } from '#portal/install-prompt.ts';
import { apiOrigin } from '#portal/runtime-config.ts';

/** While a game is played, the page can be installed as that game. */
export function linkManifest(game: string): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (!link) return () => undefined;
  const before = link.href;
  const change = (href: string): void => {
    installPrompt.forget();
    link.href = href;
  };
  change(`${apiOrigin}${apiBase}/manifest/${encodeURIComponent(game)}`);
  return () => change(before);
}
