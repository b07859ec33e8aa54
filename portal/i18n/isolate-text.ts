/** A name inside a sentence: it has a direction of its own and does not turn the words around it. */
export const isolateText = (text: string): string => `\u2068${text}\u2069`;
