// Texts that try to inject code into a page, a mail or a document. A script that runs calls `hostile()`, so that tests
// detect it.
const call = 'hostile()';

const elements = [
  'script',
  'img',
  'svg',
  'iframe',
  'object',
  'embed',
  'video',
  'audio',
  'body',
  'details',
  'marquee',
  'math',
  'link',
  'meta',
  'base',
  'form',
  'input',
  'textarea',
  'style',
  'template',
];

const handlers = [
  'onerror',
  'onload',
  'onclick',
  'onfocus',
  'onmouseover',
  'onanimationstart',
  'ontoggle',
  'onpointerrawupdate',
];

const scripts = [
  `<script>${call}</script>`,
  `<ScRiPt>${call}</sCrIpT>`,
  `<script src="data:text/javascript,${call}"></script>`,
  `<script\u2028>${call}</script>`,
  `<scr<script>ipt>${call}</scr</script>ipt>`,
  `<script/x>${call}</script>`,
  `</script><script>${call}</script>`,
  `</title><script>${call}</script>`,
  `</style><script>${call}</script>`,
  `</textarea><script>${call}</script>`,
  `<!--<script>${call}</script>-->`,
  `--><script>${call}</script>`,
  `<![CDATA[<script>${call}</script>]]>`,
  `<noscript><p title="</noscript><script>${call}</script>">`,
  `<svg><script>${call}</script></svg>`,
  `<svg><animate onbegin=${call} attributeName=x>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' onload='${call}'/>#x">`,
  `<math><mtext><table><mglyph><style><img src onerror=${call}>`,
  `<iframe srcdoc="<script>parent.${call}</script>">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${call}">`,
  `<base href="https://evil.example/">`,
  `<form action="javascript:${call}"><button>`,
  `<object data="javascript:${call}">`,
  `<a href="javascript:${call}">x</a>`,
  `<style>@import "https://evil.example/x.css"</style>`,
  `<style>*{background:url(javascript:${call})}</style>`,
  `<x style="animation-name:x" onanimationstart=${call}>`,
  `<input autofocus onfocus=${call}>`,
  `<template><script>${call}</script></template>`,
];

const attributes = [
  `" onmouseover="${call}`,
  `' onmouseover='${call}`,
  `\` onmouseover=\`${call}`,
  `"><img src=x onerror=${call}>`,
  `'><img src=x onerror=${call}>`,
  `" autofocus onfocus="${call}" x="`,
  `" style="background:url(//evil.example)" x="`,
  `x\tonerror=${call}`,
  `&quot; onmouseover=&quot;${call}`,
  `&#34; onmouseover=&#34;${call}`,
];

const addresses = [
  `javascript:${call}`,
  `JaVaScRiPt:${call}`,
  ` javascript:${call}`,
  `java\tscript:${call}`,
  `java\nscript:${call}`,
  `\u0001javascript:${call}`,
  `javascript&#58;${call}`,
  `javascript&colon;${call}`,
  `vbscript:${call}`,
  `data:text/html,<script>${call}</script>`,
  `data:text/html;base64,PHNjcmlwdD5ob3N0aWxlKCk8L3NjcmlwdD4=`,
  `blob:https://evil.example/x`,
  `https://portal.example@evil.example/`,
  `https://user:password@evil.example/`,
  `//evil.example/`,
  `\\\\evil.example\\share`,
  `file:///etc/passwd`,
];

const markdown = [
  `[x](javascript:${call})`,
  `[x](  javascript:${call})`,
  `[x](<javascript:${call}>)`,
  `[x]: javascript:${call}\n\n[x]`,
  `![x](javascript:${call})`,
  `![x" onerror="${call}](https://evil.example/x.png)`,
  `![x](https://evil.example/x.png "x" onerror="${call}")`,
  `<javascript:${call}>`,
  `[x](data:text/html,${call})`,
  `\`\`\`html\n<script>${call}</script>\n\`\`\``,
  `<details open ontoggle=${call}>`,
  `[<img src=x onerror=${call}>](https://evil.example)`,
  `| <script>${call}</script> |\n| - |`,
];

const templates = [
  '{{constructor}}',
  `{{${call}}}`,
  '{{portal}}',
  '{{name, uppercase}}',
  '{{- name}}',
  '$t(signIn)',
  '$t(profile.games, {"count": 1})',
  '{name}',
  '{0}',
  '{count, plural, one {x} other {y}}',
  '${hostile()}',
  '#{hostile()}',
  '<%= hostile() %>',
  '[[hostile()]]',
  '%s %d %n %x',
  '%NONCE%',
  '%RUNTIME_CONFIG%',
  "$& $1 $` $'",
  '__proto__',
  'constructor.prototype',
];

const dataBreakers = [
  `"}</script><script>${call}</script>`,
  `\\"};${call};//`,
  `\u2028${call}\u2029`,
  `','x':${call},'`,
  `]]>${call}`,
  `null`,
  `{"@type":"Thing","name":"${call}"}`,
  `=HYPERLINK("https://evil.example","x")`,
  `=cmd|' /C calc'!A0`,
  `+1+1`,
  `-2+3`,
  `@SUM(1+1)`,
  `"quoted","cells"\n"next"`,
  `'; drop table accounts; --`,
];

const mailBreakers = [
  'x\r\nBcc: everybody@evil.example',
  'x\nSubject: other',
  'x\r\n\r\n<html>',
  'x%0d%0aBcc: everybody@evil.example',
  '=?utf-8?B?PHNjcmlwdD4=?=',
  '"x" <evil@evil.example>',
  'x\n.\nMAIL FROM:<evil@evil.example>',
];

const characters = [
  '\u202Egnp.exe\u202C',
  '\u2066\u2067\u2068x\u2069',
  '\u200B\u200C\u200D\uFEFF',
  'a\u200Bd\u200Bm\u200Bi\u200Bn',
  'Z\u0351\u036B\u0343\u036A\u0302\u0347\u0349a\u0323\u0348\u0353l\u0320g\u0360o',
  '\u0430pple \u0440aypal',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}',
  '\uFDFD\u{12031}',
  '\u00A0\u3000',
  '\u001B[31mred\u001B[0m',
  '\u0007\u0008',
  '\u{E0041}\u{E0042}',
];

export const hostileTexts: readonly string[] = [
  ...scripts,
  ...elements.map((name) => `<${name} src=x href=javascript:${call} onerror=${call} onload=${call}>`),
  ...handlers.map((name) => `<b ${name}=${call} tabindex=1>x</b>`),
  ...attributes,
  ...addresses,
  ...markdown,
  ...templates,
  ...dataBreakers,
  ...mailBreakers,
  ...characters,
  'x'.repeat(2000),
  '<'.repeat(500),
];

/**
 * All hostile texts joined, for one text field. The result begins with a `javascript:` URL, and its calls to `hostile`
 * pass the number of the field.
 */
export const hostileTextFor = (place: number): string =>
  forPlace([`javascript:${call}//`, ...hostileTexts].join('\n'), place);

export const hostileAddressesFor = (place: number): readonly string[] =>
  [`javascript:${call}//`, `https://evil.example/"onerror="${call}"><script>${call}</script>`, 'https://['].map(
    (text) => forPlace(text, place),
  );

export const findHostileFields = (page: string): Set<number> =>
  new Set([...page.matchAll(/hostile\((\d+)\)/gi)].map(([, place]) => Number(place)));

const forPlace = (text: string, place: number): string => text.replaceAll(call, `hostile(${place})`);
