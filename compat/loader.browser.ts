// Runs first in the page of a game that was built for another portal. Scripts of the vendor that the game adds while it
// runs are loaded from us instead; those in the page's HTML were replaced by the games' server.
import { connectFrame } from './kit/page-link.browser.ts';
import type { ForeignSdkPage } from './port.ts';
import { resolveScript } from './resolve-script.ts';

const own = document.currentScript as HTMLScriptElement;
const page = JSON.parse(own.dataset['page'] ?? '{}') as ForeignSdkPage;
const resolve = (address: unknown): string | undefined => resolveScript(String(address), page, document.baseURI);

connectFrame(window, page, (address) => {
  const script = document.createElement('script');
  script.src = address;
  return new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => reject(new Error(`${address} could not be loaded.`)));
    own.after(script);
  });
});
replaceSources();
replaceWrittenTags();

/** Games set the source as a property or as an attribute, before or after the element is in the page. */
function replaceSources(): void {
  const { prototype } = HTMLScriptElement;
  // Both are accessors in every browser.
  const source = Object.getOwnPropertyDescriptor(prototype, 'src') as Required<PropertyDescriptor>;
  const integrity = Object.getOwnPropertyDescriptor(prototype, 'integrity') as Required<PropertyDescriptor>;
  const setAttribute = Reflect.get(Element.prototype, 'setAttribute');
  const isOurs = (script: Element): boolean => (script.getAttribute('src') ?? '').startsWith(`${page.file}?`);
  Object.defineProperty(prototype, 'src', {
    ...source,
    set(this: HTMLScriptElement, address: unknown) {
      this.setAttribute('src', String(address));
    },
  });
  Object.defineProperty(prototype, 'integrity', {
    ...integrity,
    set(this: HTMLScriptElement, hash: unknown) {
      this.setAttribute('integrity', String(hash));
    },
  });
  // A declared hash is of the vendor's file.
  Element.prototype.setAttribute = function (this: Element, name: string, value: string): void {
    if (this instanceof HTMLScriptElement && /^(src|integrity)$/i.test(name)) {
      const ours = name.toLowerCase() === 'src' ? resolve(value) : undefined;
      if (ours !== undefined) this.removeAttribute('integrity');
      else if (name.toLowerCase() === 'integrity' && isOurs(this)) return;
      setAttribute.call(this, name, ours ?? value);
    } else setAttribute.call(this, name, value);
  };
}

function replaceWrittenTags(): void {
  for (const name of ['write', 'writeln'] as const) {
    const write = Reflect.get(Document.prototype, name);
    Document.prototype[name] = function (this: Document, ...texts: unknown[]): void {
      const text = texts.map(String).join('');
      const replaced = text.replace(
        /(<script\b[^>]*?\ssrc\s*=\s*["']?)([^"'\s>]+)/gi,
        (tag, start: string, address) => {
          const ours = resolve(address);
          return ours === undefined ? tag : start + ours;
        },
      );
      write.call(this, replaced);
    };
  }
}
