// Two pages without a script: one asks to confirm a purchase that was begun by an address, and its form brings the token, once;
// the other leads on. Neither sends anybody's address anywhere, and neither can be framed.
import { randomBytes } from 'node:crypto';
import { directionOf, type Locale } from '#model/locale.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { HtmlAnswer } from '#server/http/implement.ts';
import { redirectTexts } from './redirect-texts.ts';

export interface ConfirmPage {
  readonly locale: Locale;
  readonly productName: string;
  readonly productDescription: string;
  readonly price: string;
  /** What the buyer has to accept with it. */
  readonly documents: readonly { readonly type: 'TOS' | 'PP'; readonly versionId: string; readonly address: string }[];
  readonly action: string;
  readonly fields: Readonly<Record<string, string | undefined>>;
}

export function renderConfirmPage(policy: HeaderPolicy, page: ConfirmPage): HtmlAnswer {
  const { confirm, pay } = redirectTexts[page.locale];
  const fields = Object.entries(page.fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`],
  );
  return htmlPage(policy, page.locale, confirm, [
    `<h1>${escapeHtml(confirm)}</h1>`,
    `<div class="what"><p><strong><bdi>${escapeHtml(page.productName)}</bdi></strong></p>`,
    // What says the same once more is left out.
    page.productDescription === page.productName ? '' : `<p><bdi>${escapeHtml(page.productDescription)}</bdi></p>`,
    `<p class="price"><bdi>${escapeHtml(page.price)}</bdi></p></div>`,
    `<form method="post" action="${escapeHtml(page.action)}">${fields.join('')}${renderAcceptance(page)}<button>${escapeHtml(pay)}</button></form>`,
  ]);
}

/** A box to be ticked; a browser sends the form no sooner, and the server orders nothing without it. */
function renderAcceptance({ locale, documents }: ConfirmPage): string {
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

/** Leads on by itself, and by a link where the browser does not. */
export function renderOnwardPage(policy: HeaderPolicy, locale: Locale, address: string): HtmlAnswer {
  const { onward } = redirectTexts[locale];
  return htmlPage(
    policy,
    locale,
    onward,
    [`<p><a href="${escapeHtml(address)}" rel="noreferrer">${escapeHtml(onward)}</a></p>`],
    `<meta http-equiv="refresh" content="0;url=${escapeHtml(address)}">`,
  );
}

function htmlPage(policy: HeaderPolicy, locale: Locale, title: string, body: readonly string[], head = ''): HtmlAnswer {
  const nonce = randomBytes(16).toString('base64');
  return {
    headers: {
      ...policy.page({ nonce, carriesToken: true }),
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join('; '),
      'x-robots-tag': 'noindex',
    },
    html: `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
${head}
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
${body.join('\n')}
</main>
</body>
</html>
`,
  };
}

// The colours and measures of the portal's own pages, to which it leads.
const style =
  '*{box-sizing:border-box;margin:0}body{min-height:100vh;display:grid;place-items:center;padding:16px;background:#0e1016;color:#f2f4fa;font:16px/1.5 system-ui,sans-serif}' +
  'main{display:grid;gap:16px;width:100%;max-width:480px;padding:24px;overflow-wrap:anywhere;background:#171a23;border-radius:20px}h1{font-size:24px;line-height:1.25}' +
  '.what{display:grid;gap:4px;padding:16px;background:#1f2430;border:1px solid #2a3040;border-radius:12px}.price{font-size:20px;font-weight:650}' +
  'button{font:inherit;font-size:17px;font-weight:600;min-height:56px;width:100%;border:0;border-radius:12px;background:#7554fb;color:#fff;cursor:pointer}button:hover{background:#6643ec}' +
  'label{display:flex;gap:12px;align-items:start;margin-block-end:16px}input{flex:none;width:20px;height:20px;margin-block-start:2px;accent-color:#7554fb}' +
  'button:focus-visible,input:focus-visible,a:focus-visible{outline:3px solid #a794ff;outline-offset:3px}a{color:#a794ff}';
