// A server-rendered page without a script: a question, or a redirect. It sends no referrer and can't be framed.
import { randomBytes } from 'node:crypto';
import { textDirectionOf, type Locale } from '#model/locale.ts';
import { escapeHtml } from './escape-html.ts';
import type { HeaderPolicy } from './headers.ts';
import type { HtmlReply } from './implement-api.ts';

export interface SmallPage {
  readonly locale: Locale;
  readonly title: string;
  /** HTML; all foreign text in it is already escaped. */
  readonly body: readonly string[];
  readonly onward?: string;
}

export function renderSmallPage(policy: HeaderPolicy, { locale, title, body, onward }: SmallPage): HtmlReply {
  const nonce = randomBytes(16).toString('base64');
  return {
    headers: {
      ...policy.page({ nonce, carriesToken: true }),
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        // An empty icon keeps browsers from requesting one.
        'img-src data:',
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join('; '),
      'x-robots-tag': 'noindex',
    },
    html: `<!doctype html>
<html lang="${locale}" dir="${textDirectionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
${onward === undefined ? '' : `<meta http-equiv="refresh" content="0;url=${escapeHtml(onward)}">`}
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

const style =
  '*{box-sizing:border-box;margin:0}body{min-height:100vh;display:grid;place-items:center;padding:16px;background:#0e1016;color:#f2f4fa;font:16px/1.5 system-ui,sans-serif}' +
  'main{display:grid;gap:16px;width:100%;max-width:480px;padding:24px;overflow-wrap:anywhere;background:#171a23;border-radius:20px}h1{font-size:24px;line-height:1.25}' +
  '.what{display:grid;gap:4px;padding:16px;background:#1f2430;border:1px solid #2a3040;border-radius:12px}.price{font-size:20px;font-weight:650}' +
  'button,.button{font:inherit;font-size:17px;font-weight:600;min-height:56px;width:100%;border:0;border-radius:12px;background:#7554fb;color:#fff;cursor:pointer}button:hover,.button:hover{background:#6643ec}.button{display:grid;place-items:center;padding:0 16px;text-align:center;text-decoration:none}.quiet{justify-self:center}' +
  'label{display:flex;gap:12px;align-items:start;margin-block-end:16px}input{flex:none;width:20px;height:20px;margin-block-start:2px;accent-color:#7554fb}' +
  'button:focus-visible,input:focus-visible,a:focus-visible{outline:3px solid #a794ff;outline-offset:3px}a{color:#a794ff}';
