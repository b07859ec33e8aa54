import { LRUCache } from 'lru-cache';
import type { SpanStart, Tracing } from './tracing.ts';

/** Runs a statement in a span with its text, which has placeholders instead of values. */
export type TraceStatement = <Result>(text: string, run: () => Promise<Result>) => Promise<Result>;

const maxKnownTexts = 2000;

export function createStatementTracer(tracing: Pick<Tracing, 'traceStep'>): TraceStatement {
  const known = new LRUCache<string, SpanStart>({ max: maxKnownTexts });
  return (text, run) => {
    let span = known.get(text);
    if (!span) {
      span = describeStatement(text);
      known.set(text, span);
    }
    return tracing.traceStep(span, run);
  };
}

function describeStatement(text: string): SpanStart {
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const table = /\b(?:from|into|update)\s+"?([a-z_][\w.]*)/i.exec(text)?.[1];
  const summary = table === undefined ? operation : `${operation} ${table}`;
  return {
    name: summary,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.query.summary': summary,
      'db.query.text': text.replaceAll(/\s+/g, ' ').trim(),
    },
  };
}
