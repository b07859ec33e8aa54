// Server-sent events, read from an answer that stays open: the browser's own reader sends no token.

export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** Takes text as it arrives, however it is cut, and gives the events that are whole. */
export function createEventReader(): (text: string) => ServerEvent[] {
  let rest = '';
  return (text) => {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop() ?? '';
    return parts.flatMap((part) => {
      const fields = new Map(part.split('\n').map((line) => splitAt(line)));
      const [event, data] = [fields.get('event'), fields.get('data')];
      // A line with nothing before its colon only keeps the connection open.
      return event !== undefined && data !== undefined ? [{ event, data }] : [];
    });
  };
}

function splitAt(line: string): readonly [string, string] {
  const colon = line.indexOf(': ');
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 2)];
}
