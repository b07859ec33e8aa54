// Parses HTML and XML like a browser, without running scripts, for tests.
import type { InspectedPage } from '#model/testing/find-unsafe-elements.ts';

export interface ParsedElement extends InspectedPage {
  readonly textContent: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): ParsedElement | null;
  querySelectorAll(selector: string): Iterable<ParsedElement & Looked>;
}

type Looked = ReturnType<InspectedPage['querySelectorAll']> extends Iterable<infer Element> ? Element : never;

// jsdom has no types.
const untyped: string = 'jsdom';
const { JSDOM } = (await import(untyped)) as {
  JSDOM: new (text: string, options?: object) => { window: { document: { documentElement: ParsedElement } } };
};

export const parseHtml = (html: string): ParsedElement => new JSDOM(html).window.document.documentElement;

export const parseXml = (xml: string): ParsedElement =>
  new JSDOM(xml, { contentType: 'application/xml' }).window.document.documentElement;
