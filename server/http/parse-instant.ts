import { Problem } from '#model/problem.ts';

/** The schema checks only the form: a 31st of June passes it. @param name the parameter, for the error */
export function parseInstant(name: string, text: string): Date {
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date;
  const message = 'must be a time such as 2026-11-18T12:00:00Z';
  throw new Problem('InvalidRequest', `${name} ${message}`, { fields: { [name]: message } });
}
