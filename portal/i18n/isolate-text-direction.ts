/** Keeps a name's text direction from affecting the words around it. */
export const isolateTextDirection = (text: string): string => `\u2068${text}\u2069`;
