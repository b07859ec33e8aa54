export interface LegalTextPart {
  readonly text: string;
  readonly link?: 'terms' | 'privacy';
}

/** Splits a sentence at `<terms>…</terms>` and `<privacy>…</privacy>`. */
export function splitLegalLinks(sentence: string): LegalTextPart[] {
  return [...sentence.matchAll(/<(terms|privacy)>(.*?)<\/\1>|[^<]+/g)].map(([all, link, text]) =>
    link === undefined ? { text: all } : { text: text ?? '', link: link as 'terms' | 'privacy' },
  );
}
