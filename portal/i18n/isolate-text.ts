/** Isolates a name inside a sentence, so that its text direction does not affect the words around it. */
export const isolateText = (text: string): string => `\u2068${text}\u2069`;
