import type { SupportContext } from '#model/support.ts';
import { readFailedRequests } from '#portal/failed-requests.ts';

export function collectSupportContext({ language, platform }: { language: string; platform: string }): SupportContext {
  const build = readBuild();
  const failed = readFailedRequests();
  return {
    ...(build !== undefined && { Build: build }),
    Platform: platform.slice(0, 40),
    ...(failed.length > 0 && { RequestIds: [...failed] }),
    Language: language.slice(0, 40),
    Browser: navigator.userAgent.slice(0, 400),
  };
}

/** The versions of the portal (by its script's file name) and of the game (by its URL). */
function readBuild(): string | undefined {
  const program = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  const game = document.querySelector<HTMLIFrameElement>('iframe[sandbox]')?.src;
  const names = [
    program
      ?.split('/')
      .at(-1)
      ?.replace(/\.js.*$/, ''),
    // `src` of an element is always an absolute URL.
    game && new URL(game).pathname,
  ];
  const told = names.filter((name) => name !== undefined && name !== '' && name !== '/');
  return told.length > 0 ? told.join(' ').slice(0, 100) : undefined;
}
