import type { BoundedZip } from './bounded-zip.js';
import { resolveInContainer } from './container-path.js';
import type { ContainerTarget } from './container-path.js';
import {
  childElements,
  decodeMarkup,
  descendants,
  firstDescendant,
  hasRole,
  parseMarkup,
  plainText,
} from './markup.js';
import type { MarkupElement } from './markup.js';
import { MAX_PACKAGE_BYTES } from './package-document.js';
import type { EpubPackage } from './package-document.js';

/** `depth` starts at 1. */
export type NavigationEntry = ContainerTarget & { title: string; depth: number };
export type Navigation = { toc: NavigationEntry[]; pageList: NavigationEntry[] };

const MAX_ENTRIES = 10_000;
const MAX_DEPTH = 12;

type Resolve = (href: string) => ContainerTarget | undefined;

/** `nav` lists of EPUB 3: `ol > li > (a | span), ol?`. An entry without a link gets the target of its first nested entry. */
const readNavList = (list: MarkupElement, resolve: Resolve, depth = 1): NavigationEntry[] => {
  if (depth > MAX_DEPTH) return [];
  return childElements(list)
    .filter((child) => child.name === 'li')
    .flatMap((item) => {
      const label = childElements(item).find((child) => child.name === 'a' || child.name === 'span');
      const nested = childElements(item).find((child) => child.name === 'ol' || child.name === 'ul');
      const below = nested ? readNavList(nested, resolve, depth + 1) : [];
      const anchor = label?.name === 'a' ? label : label && firstDescendant(label, 'a');
      const target = (anchor && resolve(anchor.attributes['href'] ?? '')) ?? below[0];
      const title = label ? plainText(label) : '';
      return target && title !== ''
        ? [{ path: target.path, fragment: target.fragment, title, depth }, ...below]
        : below;
    });
};

const readNcxPoints = (parent: MarkupElement, resolve: Resolve, depth = 1): NavigationEntry[] => {
  if (depth > MAX_DEPTH) return [];
  return childElements(parent)
    .filter((child) => child.name === 'navPoint')
    .flatMap((point) => {
      const label = childElements(point).find((child) => child.name === 'navLabel');
      const content = childElements(point).find((child) => child.name === 'content');
      const below = readNcxPoints(point, resolve, depth + 1);
      const target = (content && resolve(content.attributes['src'] ?? '')) ?? below[0];
      const title = label ? plainText(label) : '';
      return target && title !== ''
        ? [{ path: target.path, fragment: target.fragment, title, depth }, ...below]
        : below;
    });
};

const readNcxPages = (root: MarkupElement, resolve: Resolve): NavigationEntry[] =>
  descendants(root, 'pageTarget').flatMap((page) => {
    const target = resolve(firstDescendant(page, 'content')?.attributes['src'] ?? '');
    const label = firstDescendant(page, 'navLabel');
    return target ? [{ ...target, title: label ? plainText(label) : '', depth: 1 }] : [];
  });

const readNav = (root: MarkupElement, resolve: Resolve): Navigation => {
  const navs = descendants(root, 'nav');
  const list = (nav: MarkupElement | undefined): NavigationEntry[] => {
    const ol = nav && (firstDescendant(nav, 'ol') ?? firstDescendant(nav, 'ul'));
    return ol ? readNavList(ol, resolve) : [];
  };
  return {
    toc: list(navs.find((nav) => hasRole(nav, 'toc')) ?? navs.find((nav) => !nav.attributes['epub:type'])),
    pageList: list(navs.find((nav) => hasRole(nav, 'page-list', 'pagelist'))),
  };
};

/** The table of contents and the print page list of the EPUB 3 navigation document; what it lacks comes from the NCX of EPUB 2. */
export const readNavigation = async (zip: BoundedZip, book: EpubPackage): Promise<Navigation> => {
  const navigation: Navigation = { toc: [], pageList: [] };
  const load = async (path: string, xml: boolean) => {
    const bytes = await zip.read(path, MAX_PACKAGE_BYTES);
    const resolve: Resolve = (href) => {
      const target = href === '' ? undefined : resolveInContainer(path, href);
      const found = target && zip.find(target.path);
      return found === undefined || target === undefined
        ? undefined
        : { path: found, fragment: target.fragment };
    };
    return bytes && { root: parseMarkup(decodeMarkup(bytes), { xml }), resolve };
  };
  const nav = book.navPath ? await load(book.navPath, false) : undefined;
  if (nav) Object.assign(navigation, readNav(nav.root, nav.resolve));
  if (book.ncxPath && (navigation.toc.length === 0 || navigation.pageList.length === 0)) {
    const ncx = await load(book.ncxPath, true);
    const map = ncx && firstDescendant(ncx.root, 'navMap');
    if (ncx && map && navigation.toc.length === 0) navigation.toc = readNcxPoints(map, ncx.resolve);
    if (ncx && navigation.pageList.length === 0) navigation.pageList = readNcxPages(ncx.root, ncx.resolve);
  }
  return {
    toc: navigation.toc.slice(0, MAX_ENTRIES),
    pageList: navigation.pageList.slice(0, MAX_ENTRIES),
  };
};
