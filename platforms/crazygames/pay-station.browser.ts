// Xsolla's Pay Station widget over the game. Its result is a hint: Xsolla notifies the server.
import { loadSdk } from '../kit/load-sdk.browser.ts';
import { personDecisionTimeoutMs, waitForFirstResult } from '../kit/waiting.browser.ts';
import type { CreatedOrder, BrowserPaymentHint } from '../port.browser.ts';
import type { PayStationToken } from '#kit/xsolla/project.ts';
import {
  payStationScript,
  startPayStation,
  stopPayStation,
  type PayStationWidget,
} from '#kit/xsolla/widget.browser.ts';
import { toLocale, type Locale } from '#model/locale.ts';
import type { CrazyGamesHost, CrazyGamesSdk } from './client.browser.ts';

/** @param isPhone on small screens the widget has no close button */
export async function payInPayStation(
  host: CrazyGamesHost,
  sdk: CrazyGamesSdk,
  { orderId, reply }: CreatedOrder<PayStationToken>,
  isPhone: boolean,
): Promise<BrowserPaymentHint> {
  const widget = await findWidget(host, reply);
  if (!widget) return { outcome: 'failed', message: payStationScript.missingMessage };
  let left: BrowserPaymentHint = { outcome: 'cancelled', message: payStationScript.leftMessage };
  const result = await waitForFirstResult<BrowserPaymentHint>(host, 'Pay Station', personDecisionTimeoutMs, (end) => {
    const button = isPhone ? showCloseButton(host, () => end(left)) : undefined;
    try {
      const events = {
        // Closing it after this still counts as paid.
        paid: () => void (left = { outcome: 'completed' }),
        done: () => end({ outcome: 'completed' }),
        troubled: () => end({ outcome: 'failed', message: 'Payment failed for some reason!' }),
        closed: () => end(left),
      };
      // Keys used by the game must not close it, as the platform recommends.
      startPayStation(widget, reply, events, { closeByKeyboard: false });
      widget.open();
      trackOrder(host, sdk, { orderId, status: 'new' });
    } catch (error) {
      host.log.warn('Pay Station could not be opened', error);
      end({ outcome: 'failed', message: 'Unknown error' });
    }
    return () => {
      button?.remove();
      try {
        stopPayStation(widget);
      } catch (error) {
        host.log.warn('Pay Station could not be closed', error);
      }
    };
  });
  // A closed window isn't reported as `canceled`: it may have been paid.
  if (result.outcome === 'completed') trackOrder(host, sdk, { orderId, status: 'done' });
  return result;
}

/** For the platform's statistics. A purchase never waits for it or fails with it. */
function trackOrder(
  { log }: CrazyGamesHost,
  { analytics }: CrazyGamesSdk,
  order: { readonly orderId: string; readonly status: string },
): void {
  const warn = (error: unknown) => log.warn('CrazyGames did not track an order', error);
  try {
    Promise.resolve(analytics?.trackOrder?.('xsolla', order)).catch(warn);
  } catch (error) {
    warn(error);
  }
}

async function findWidget(host: CrazyGamesHost, { ScriptUrl }: PayStationToken): Promise<PayStationWidget | undefined> {
  try {
    return await loadSdk<PayStationWidget, PayStationWidget>(host, {
      title: 'Xsolla',
      address: ScriptUrl ?? payStationScript.scriptUrl,
      global: payStationScript.globalName,
      init: (found) => found,
    });
  } catch (error) {
    host.log.warn("Xsolla's widget did not load", error);
    return undefined;
  }
}

function showCloseButton({ window: { document }, language }: CrazyGamesHost, close: () => void): HTMLElement {
  const button = document.createElement('button');
  button.textContent = '✕';
  button.ariaLabel = closeTexts[toLocale(language())];
  button.style.cssText =
    'position:fixed;z-index:2147483647;top:8px;inset-inline-end:8px;width:44px;height:44px;border:0;border-radius:22px;font-size:20px;color:#fff;background:#0009';
  button.addEventListener('click', close);
  document.body.append(button);
  return button;
}

const closeTexts: Readonly<Record<Locale, string>> = {
  en: 'Close',
  de: 'Schließen',
  es: 'Cerrar',
  fa: 'بستن',
  fr: 'Fermer',
  it: 'Chiudi',
  ja: '閉じる',
  ko: '닫기',
  'pt-br': 'Fechar',
  ru: 'Закрыть',
  tr: 'Kapat',
  zh: '关闭',
  uk: 'Закрити',
  pl: 'Zamknij',
};
