export interface TextPart {
  readonly text: string;
  readonly link?: 'terms' | 'privacy';
}

/** A sentence with `<terms>…</terms>` and `<privacy>…</privacy>` in it, wherever a language has them. */
export function linkedParts(sentence: string): TextPart[] {
  return [...sentence.matchAll(/<(terms|privacy)>(.*?)<\/\1>|[^<]+/g)].map(([all, link, text]) =>
    link === undefined ? { text: all } : { text: text ?? '', link: link as 'terms' | 'privacy' },
  );
}
