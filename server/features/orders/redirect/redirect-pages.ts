// Two pages without scripts: one confirms a purchase started by a link, and its form submits the one-time token; the
// other redirects.
import type { Locale } from '#model/locale.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { HtmlReply } from '#server/http/implement-api.ts';
import { renderSmallPage } from '#server/http/render-small-page.ts';
import { redirectTexts } from './redirect-texts.ts';

export interface ConfirmPageContent {
  readonly locale: Locale;
  readonly productName: string;
  readonly productDescription: string;
  readonly price: string;
  readonly documents: readonly { readonly type: 'TOS' | 'PP'; readonly versionId: string; readonly address: string }[];
  readonly action: string;
  readonly fields: Readonly<Record<string, string | undefined>>;
}

export function renderConfirmPage(policy: HeaderPolicy, page: ConfirmPageContent): HtmlReply {
  const { confirm, pay } = redirectTexts[page.locale];
  const fields = Object.entries(page.fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`],
  );
  return renderSmallPage(policy, {
    locale: page.locale,
    title: confirm,
    body: [
      `<h1>${escapeHtml(confirm)}</h1>`,
      `<div class="what"><p><strong><bdi>${escapeHtml(page.productName)}</bdi></strong></p>`,
      page.productDescription === page.productName ? '' : `<p><bdi>${escapeHtml(page.productDescription)}</bdi></p>`,
      `<p class="price"><bdi>${escapeHtml(page.price)}</bdi></p></div>`,
      `<form method="post" action="${escapeHtml(page.action)}">${fields.join('')}${renderAcceptance(page)}<button>${escapeHtml(pay)}</button></form>`,
    ],
  });
}

/** A checkbox: the browser doesn't submit the form without it, and the server creates no order. */
function renderAcceptance({ locale, documents }: ConfirmPageContent): string {
  if (documents.length === 0) return '';
  const texts = redirectTexts[locale];
  const links = documents.map(
    ({ type, address }) =>
      `<a href="${escapeHtml(address)}" target="_blank" rel="noopener">${escapeHtml(type === 'TOS' ? texts.terms : texts.privacy)}</a>`,
  );
  const versions = documents.map(({ versionId }) => versionId).join(' ');
  return (
    `<label><input type="checkbox" name="AcceptedVersions" value="${escapeHtml(versions)}" required>` +
    `<span>${escapeHtml(texts.accept)} ${links.join(', ')}</span></label>`
  );
}

export function renderRedirectPage(policy: HeaderPolicy, locale: Locale, address: string): HtmlReply {
  const { onward } = redirectTexts[locale];
  return renderSmallPage(policy, {
    locale,
    title: onward,
    body: [`<p><a href="${escapeHtml(address)}" rel="noreferrer">${escapeHtml(onward)}</a></p>`],
    onward: address,
  });
}
