export function findLinks(text: string, html: string): string[] {
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link);
  const inHtml = [...html.matchAll(/\shref="([^"]*)"/g)].map(([, link = '']) => unescaped(link));
  return [...new Set([...inHtml, ...inText])];
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
