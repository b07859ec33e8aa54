// Parses server-sent events from a streaming response: `EventSource` can't send a token.

export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** Accepts text in arbitrary chunks and returns the complete events. */
export function createServerSentEventParser(): (text: string) => ServerSentEvent[] {
  let rest = '';
  return (text) => {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop() ?? '';
    return parts.flatMap((part) => {
      const fields = new Map(part.split('\n').map((line) => splitAt(line)));
      const [event, data] = [fields.get('event'), fields.get('data')];
      // A comment line only keeps the connection open.
      return event !== undefined && data !== undefined ? [{ event, data }] : [];
    });
  };
}

function splitAt(line: string): readonly [string, string] {
  const colon = line.indexOf(': ');
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 2)];
}
