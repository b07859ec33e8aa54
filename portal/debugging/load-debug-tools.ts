// The debugging flags of a URL: `eruda` shows a console on the page, `remotejs` loads the operator's remote-debug
// script. Both need the operator's permission, and never run on a page with a token or a payment.
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { log, type LogEntry } from '#portal/log.ts';
import { isSensitivePage } from '#model/sensitive-page.ts';
import { routePath } from '#portal/reporting/route-path.ts';
import { watchNavigation } from '#portal/reporting/watch-navigation.ts';
import { trustedScriptUrl } from '#portal/trusted-types.ts';

export interface DebugPage {
  readonly address: () => { readonly pathname: string; readonly search: string; readonly hash: string };
  readonly showConsole: () => Promise<void>;
  readonly duplicateLog: () => void;
  readonly loadScript: (url: string) => void;
  readonly onPage: (listener: () => void) => void;
  readonly reload: () => void;
}

export function loadDebugTools(config: RuntimeConfig, page: DebugPage = browserPage(config)): void {
  const isSensitive = (): boolean => isSensitivePage(routePath(page.address(), config));
  const flags = new URLSearchParams(page.address().search);
  const wantsConsole = flags.has('eruda');
  const wantsRemote = flags.has('remotejs');
  if (config.debugTools !== true || isSensitive() || !(wantsConsole || wantsRemote)) return;
  // A loaded tool can't be removed, so a sensitive page is reloaded without it.
  page.onPage(() => {
    if (isSensitive()) page.reload();
  });
  if (wantsRemote) {
    page.duplicateLog();
    if (config.remoteDebugUrl !== undefined) page.loadScript(config.remoteDebugUrl);
  }
  if (wantsConsole)
    page.showConsole().catch((error: unknown) => log.error('The console on the page could not be shown.', error));
}

/** The window event that remote-debug scripts listen to; its detail is the level and the text. */
const debugLogEventName = 'fxid:log';

function browserPage(config: RuntimeConfig): DebugPage {
  return {
    address: () => window.location,
    showConsole: async () => {
      const { default: eruda } = await import('eruda');
      eruda.init();
    },
    duplicateLog: () => {
      log.duplicateConsole();
      log.addListener((entry) =>
        window.dispatchEvent(
          new CustomEvent(debugLogEventName, { detail: { level: entry.level, text: textOf(entry) } }),
        ),
      );
    },
    loadScript: (url) => {
      const script = document.createElement('script');
      script.addEventListener('error', () => log.error(`The remote-debug script at ${url} could not be loaded.`));
      script.src = trustedScriptUrl(url, config);
      document.head.append(script);
    },
    onPage: (listener) => watchNavigation(window, listener),
    reload: () => window.location.reload(),
  };
}

function textOf({ parts }: LogEntry): string {
  return parts.map(partText).join(' ');
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part;
  if (part instanceof Error) return part.stack ?? part.message;
  try {
    return JSON.stringify(part) ?? typeof part;
  } catch {
    return Object.prototype.toString.call(part);
  }
}
