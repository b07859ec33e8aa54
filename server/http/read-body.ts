// Checks request bodies before their schema does: valid UTF-8, valid JSON, limited depth, no characters that the
// database can't store.
import { isUtf8 } from 'node:buffer';
import { Problem } from '#model/problem.ts';

const deepest = 32;
const maxKeys = 1000;

export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Problem('MalformedBody', 'The body is not UTF-8.');
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new Problem('MalformedBody', 'The body is not JSON.', { cause });
  }
  checkBodyValue(value, 0);
  return value;
}

/** A flat form. A repeated name is rejected as ambiguous. */
export function parseForm(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Problem('MalformedBody', 'The body is not UTF-8.');
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(bytes.toString('utf8'))) {
    if (fields.has(name))
      throw new Problem('MalformedBody', `The form has ${JSON.stringify(name.slice(0, 60))} twice.`);
    fields.set(name, value);
  }
  const form = Object.fromEntries(fields);
  checkBodyValue(form, 0);
  return form;
}

export function checkBodyValue(value: unknown, depth: number): void {
  if (typeof value === 'string') return checkText(value);
  if (typeof value !== 'object' || value === null) return;
  if (depth >= deepest) throw new Problem('TooDeep', `The body is nested deeper than ${deepest} levels.`);
  if (Array.isArray(value)) {
    for (const item of value) checkBodyValue(item, depth + 1);
    return;
  }
  const keys = Object.keys(value);
  if (keys.length > maxKeys) throw new Problem('TooDeep', `An object in the body has more than ${maxKeys} keys.`);
  for (const key of keys) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') {
      throw new Problem('InvalidRequest', `The name ${JSON.stringify(key)} is not taken.`);
    }
    checkText(key);
    checkBodyValue((value as Record<string, unknown>)[key], depth + 1);
  }
}

function checkText(text: string): void {
  if (!text.isWellFormed() || text.includes('\u0000')) throw new Problem('InvalidText');
}
