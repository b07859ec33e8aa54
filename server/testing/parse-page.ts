// Reads HTML and XML as a browser does, without running anything: for tests.
import type { LookedAt } from '#model/testing/find-danger.ts';

export interface ParsedElement extends LookedAt {
  readonly textContent: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): ParsedElement | null;
  querySelectorAll(selector: string): Iterable<ParsedElement & Looked>;
}

type Looked = ReturnType<LookedAt['querySelectorAll']> extends Iterable<infer Element> ? Element : never;

// It brings no types.
const untyped: string = 'jsdom';
const { JSDOM } = (await import(untyped)) as {
  JSDOM: new (text: string, options?: object) => { window: { document: { documentElement: ParsedElement } } };
};

export const parseHtml = (html: string): ParsedElement => new JSDOM(html).window.document.documentElement;

/** Throws where it is no XML. */
export const parseXml = (xml: string): ParsedElement =>
  new JSDOM(xml, { contentType: 'application/xml' }).window.document.documentElement;
