// Renders a mail's HTML for mail programs: tables, inline styles, no external resources.
import { escapeHtml } from '#server/http/escape-html.ts';
import { fillPlaceholders, type MailLine, type MailParts } from './mail-parts.ts';

export function renderMailHtml(parts: MailParts): string {
  const { locale, direction, subject, portal, title, text, quote, button, link, note, proof } = parts;
  const family = locale === 'fa' ? 'Vazirmatn,Tahoma,Arial,sans-serif' : systemFonts;
  return `<!doctype html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #0e1016 !important; }
  .raised { background: #171a23 !important; border-color: #2a3040 !important; }
  .field { background: #0e1016 !important; }
  .ink { color: #f2f4fa !important; }
  .muted { color: #a9b0c3 !important; }
  .line { border-color: #2a3040 !important; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f6f7fb;">
<table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f6f7fb;">
<tr><td align="center" style="padding:32px 12px;">
<table class="raised" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:480px;background:#ffffff;border:1px solid #e3e6ef;border-radius:20px;font-family:${family};">
<tr><td class="muted" style="padding:28px 28px 0;${small}color:#4f566b;font-weight:600;"><bdi>${escapeHtml(portal)}</bdi></td></tr>
<tr><td style="padding:8px 28px 0;"><h1 class="ink" style="margin:0;font-size:24px;line-height:32px;color:#14161f;">${say(title)}</h1></td></tr>
<tr><td class="ink" style="padding:12px 28px 0;${body}color:#14161f;">${say(text)}</td></tr>
${quote ? quoteRow(quote) : ''}<tr><td style="padding:24px 28px 0;">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="#6a48f2" style="border-radius:10px;background:#6a48f2;">
<a href="${escapeHtml(link)}" style="display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;font-weight:700;color:#ffffff;text-decoration:none;border-radius:10px;">${escapeHtml(button)}</a>
</td></tr></table>
</td></tr>
${proof ? proofRows(proof) : ''}<tr><td style="padding:24px 28px 28px;"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="line muted" style="border-top:1px solid #e3e6ef;padding-top:16px;${small}color:#4f566b;">${say(note)}</td></tr></table></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const systemFonts = "-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif";
const small = 'font-size:14px;line-height:21px;';
const body = 'font-size:16px;line-height:24px;';

function quoteRow(quote: readonly string[]): string {
  // The quoted message may be in another language than the mail.
  const lines = quote.map((line) => `<div dir="auto">${escapeHtml(line) || '&nbsp;'}</div>`).join('');
  return `<tr><td style="padding:16px 28px 0;"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="field ink" style="padding:14px;border-radius:10px;background:#f6f7fb;${body}color:#14161f;overflow-wrap:anywhere;">${lines}</td></tr></table></td></tr>
`;
}

function proofRows({ codeLabel, code, mark, markHint, about }: NonNullable<MailParts['proof']>): string {
  return `<tr><td class="ink" style="padding:24px 28px 0;${body}color:#14161f;">${escapeHtml(codeLabel)}</td></tr>
<tr><td style="padding:8px 28px 0;"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="field ink" align="center" dir="ltr" style="padding:14px;border-radius:10px;background:#f6f7fb;font-family:Consolas,Menlo,monospace;font-size:28px;line-height:32px;font-weight:700;letter-spacing:6px;color:#14161f;">${escapeHtml(code)}</td></tr></table></td></tr>
<tr><td class="ink" style="padding:24px 28px 0;${body}font-weight:700;color:#14161f;">${say(mark)}</td></tr>
<tr><td class="muted" style="padding:4px 28px 0;${small}color:#4f566b;">${escapeHtml(markHint)}</td></tr>
<tr><td class="muted" style="padding:16px 28px 0;${small}color:#4f566b;">${about.map(say).join('<br>')}</td></tr>
`;
}

/** Values may have another text direction, so they are isolated. */
function say({ text, values }: MailLine): string {
  return fillPlaceholders(escapeHtml(text), values, (value) => `<bdi>${escapeHtml(value)}</bdi>`);
}
