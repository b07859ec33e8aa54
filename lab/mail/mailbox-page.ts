// The mailbox page. Mails are shown in a sandboxed frame without scripts; their links open in the whole window.
import { escapeHtml } from '#server/http/escape-html.ts';
import { mailboxPageStyle } from './mailbox-page-style.ts';
import type { ReceivedMail } from './received-mail.ts';

export interface MailboxPageParams {
  readonly mails: readonly ReceivedMail[];
  readonly to: string | undefined;
  readonly id: string | undefined;
  readonly opened: ReceivedMail | undefined;
  readonly view: 'html' | 'text';
  readonly nonce: string;
}

export function renderMailboxPage({ mails, to, id, opened, view, nonce }: MailboxPageParams): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${opened ? `${escapeHtml(opened.subject)} · ` : ''}Lab mailbox</title>
<style>${mailboxPageStyle}</style>
</head>
<body${id === undefined ? '' : ' class="reading"'}>
<header>
<h1><a href="${address({ to })}">Mailbox</a></h1>
<p>All email sent by this lab arrives here. None of it is delivered.</p>
<form method="get" role="search"><label for="to">Recipient</label>
<input id="to" name="to" type="search" maxlength="254" autocomplete="off" spellcheck="false" placeholder="Anyone" value="${escapeHtml(to ?? '')}">
<button>Filter</button></form>
</header>
${mailList(mails, to, id)}
<main id="mail">${opened ? openedMail(opened, to, view) : nothingOpened(id, to)}</main>
<script nonce="${nonce}">${refresh}</script>
</body>
</html>`;
}

type Place = { to?: string | undefined; id?: string | undefined; view?: string | undefined };

function address(place: Place): string {
  const set = Object.entries(place).filter((each): each is [string, string] => each[1] !== undefined && each[1] !== '');
  return escapeHtml(`mail?${new URLSearchParams(set).toString()}`);
}

function mailList(mails: readonly ReceivedMail[], to: string | undefined, id: string | undefined): string {
  const items = mails.map((mail) => {
    const current = mail.id === id ? ' aria-current="true"' : '';
    return `<li><a href="${address({ to, id: mail.id })}"${current}><span class="subject"><bdi>${escapeHtml(mail.subject)}</bdi></span>
<span class="about"><bdi>${escapeHtml(mail.to)}</bdi> ${timeOf(mail)}</span></a></li>`;
  });
  const none = `<p class="none">${envelope}No email yet${to ? ` to ${escapeHtml(to)}` : ''}</p>`;
  // The refresh script compares this state to find new mail.
  const state = escapeHtml(`${mails.length} ${mails[0]?.id ?? ''}`);
  return `<nav id="list" aria-label="Emails, newest first" data-state="${state}">${mails.length > 0 ? `<ul>${items.join('')}</ul>` : none}</nav>`;
}

function openedMail(mail: ReceivedMail, to: string | undefined, view: 'html' | 'text'): string {
  const tab = (each: 'html' | 'text', name: string): string =>
    `<a href="${address({ to, id: mail.id, view: each })}"${each === view ? ' aria-current="page"' : ''}>${name}</a>`;
  const content =
    view === 'html'
      ? `<iframe title="Email" sandbox="allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(withTopTarget(mail.html))}"></iframe>`
      : `<pre tabindex="0" dir="auto" aria-label="Email as text">${escapeHtml(mail.text)}</pre>`;
  return `<a class="back" href="${address({ to })}">All emails</a>
<h2><bdi>${escapeHtml(mail.subject)}</bdi></h2>
<dl><div><dt>From</dt><dd><bdi>${escapeHtml(mail.from)}</bdi></dd></div><div><dt>To</dt><dd><bdi>${escapeHtml(mail.to)}</bdi></dd></div>
<div><dt>Received</dt><dd>${timeOf(mail)}</dd></div></dl>
<nav class="views" aria-label="Views">${tab('html', 'HTML')}${tab('text', 'Text')}</nav>
${content}`;
}

function nothingOpened(id: string | undefined, to: string | undefined): string {
  if (id === undefined) return '<p class="none">New emails appear here automatically. Choose one to read it.</p>';
  return `<a class="back" href="${address({ to })}">All emails</a>
<p class="none">This email no longer exists. The mailbox keeps the newest 200 until the server stops.</p>`;
}

const envelope =
  '<svg viewBox="0 0 72 56" aria-hidden="true"><rect x="3" y="3" width="66" height="50" rx="8"/><path d="M6 9l30 23L66 9"/></svg>';

const withTopTarget = (html: string): string => html.replace(/<head>/i, '<head><base target="_top">');

// In this machine's time zone.
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

const timeOf = ({ receivedAt }: ReceivedMail): string =>
  `<time datetime="${escapeHtml(receivedAt)}">${clock.format(new Date(receivedAt))}</time>`;

// Replaces only the list, and only if new mail arrived: the open mail, the focus and the scroll position stay.
const refresh = `
const seconds = 3;
async function look() {
  if (document.hidden) return;
  const answer = await fetch(location.href, { signal: AbortSignal.timeout(seconds * 1000) });
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('list');
  const list = document.getElementById('list');
  if (!fresh || fresh.dataset.state === list.dataset.state) return;
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('href') : undefined;
  const top = list.scrollTop;
  list.replaceWith(fresh);
  fresh.scrollTop = top;
  for (const link of fresh.querySelectorAll('a')) if (link.getAttribute('href') === focused) link.focus();
}
setInterval(() => look().catch((error) => console.warn('The mailbox could not be read. Trying again.', error)), seconds * 1000);
`;
