import { ConversionError } from '../conversion-error.js';
import type { BoundedZip } from './bounded-zip.js';
import { resolveInContainer } from './container-path.js';
import { childElements, decodeMarkup, descendants, firstDescendant, parseMarkup, tokens } from './markup.js';
import type { MarkupElement } from './markup.js';
import { readPackageMetadata } from './package-metadata.js';
import type { PackageMetadata } from './package-metadata.js';

export type ManifestItem = { id: string; path: string; mediaType: string; properties: string[] };

export type EpubPackage = {
  metadata: PackageMetadata;
  /** By path. */
  manifest: ReadonlyMap<string, ManifestItem>;
  /** Content documents in reading order. */
  spine: string[];
  /** Each content document is one page of fixed size. */
  fixedLayout: boolean;
  /** Path of the cover image. */
  coverPath?: string;
  navPath?: string;
  ncxPath?: string;
};

export const MAX_PACKAGE_BYTES = 8 * 1024 * 1024;
const CONTENT_TYPES = new Set([
  'application/xhtml+xml',
  'text/html',
  'text/x-oeb1-document',
  'application/xml',
  'image/svg+xml',
]);
/** Font obfuscation is not DRM: the algorithms are public, and fonts are never read. */
const FONT_OBFUSCATION = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

const readXml = async (zip: BoundedZip, path: string): Promise<MarkupElement | undefined> => {
  const bytes = await zip.read(path, MAX_PACKAGE_BYTES);
  return bytes && parseMarkup(decodeMarkup(bytes), { xml: true });
};

const findPackagePath = async (zip: BoundedZip): Promise<string> => {
  const container = await readXml(zip, 'META-INF/container.xml');
  for (const rootfile of container ? descendants(container, 'rootfile') : []) {
    const target = resolveInContainer('', rootfile.attributes['full-path'] ?? '');
    const found = target && zip.find(target.path);
    if (found) return found;
  }
  const stray = zip.names.find((name) => /\.opf$/i.test(name));
  if (stray) return stray;
  throw new ConversionError(
    container || zip.find('mimetype') ? 'damaged' : 'wrong_type',
    {},
    { detail: 'no package document' },
  );
};

/** Paths of encrypted files (OCF 3.3 §4.2.6.3.2). */
const encryptedPaths = async (zip: BoundedZip): Promise<Set<string>> => {
  const encryption = await readXml(zip, 'META-INF/encryption.xml');
  const paths = new Set<string>();
  for (const data of encryption ? descendants(encryption, 'EncryptedData') : []) {
    const algorithm = childElements(data).find((child) => child.name === 'EncryptionMethod')?.attributes[
      'Algorithm'
    ];
    if (algorithm && FONT_OBFUSCATION.has(algorithm)) continue;
    for (const reference of descendants(data, 'CipherReference')) {
      const target = resolveInContainer('', reference.attributes['URI'] ?? '');
      const found = target && zip.find(target.path);
      if (found) paths.add(found);
    }
  }
  return paths;
};

/**
 * Reads the package document: metadata, manifest and spine.
 * @throws ConversionError `wrong_type` for a zip that is not an EPUB, `damaged` without a usable package, `drm_protected`
 */
export const readPackage = async (zip: BoundedZip): Promise<EpubPackage> => {
  const packagePath = await findPackagePath(zip);
  const bytes = await zip.read(packagePath, MAX_PACKAGE_BYTES);
  const root = bytes && parseMarkup(decodeMarkup(bytes), { xml: true });
  if (!bytes || !root) throw new ConversionError('damaged', {}, { detail: 'no package document' });

  const byId = new Map<string, ManifestItem>();
  const manifest = new Map<string, ManifestItem>();
  for (const element of descendants(root, 'item')) {
    const target = resolveInContainer(packagePath, element.attributes['href'] ?? '');
    const path = target && zip.find(target.path);
    const id = element.attributes['id'];
    if (!path || !id) continue;
    const item = {
      id,
      path,
      mediaType: (element.attributes['media-type'] ?? '').toLowerCase().trim(),
      properties: [...tokens(element, 'properties')],
    };
    if (!byId.has(id)) byId.set(id, item);
    if (!manifest.has(path)) manifest.set(path, item);
  }

  const spineElement = firstDescendant(root, 'spine');
  const navPath = [...manifest.values()].find((item) => item.properties.includes('nav'))?.path;
  const linear: string[] = [];
  const auxiliary: string[] = [];
  const seen = new Set<string>();
  for (const itemref of spineElement ? childElements(spineElement) : []) {
    const item = byId.get(itemref.attributes['idref'] ?? '');
    if (itemref.name !== 'itemref' || !item || seen.has(item.path) || !CONTENT_TYPES.has(item.mediaType))
      continue;
    seen.add(item.path);
    if (itemref.attributes['linear'] !== 'no') linear.push(item.path);
    else if (item.path !== navPath) auxiliary.push(item.path);
  }
  // Auxiliary documents (notes, answers) that only links open are appended, so that no text is lost.
  const spine = [...linear, ...auxiliary];
  if (spine.length === 0) throw new ConversionError('damaged', {}, { detail: 'empty spine' });

  const locked = await encryptedPaths(zip);
  if (spine.some((path) => locked.has(path))) throw new ConversionError('drm_protected');

  const cover = coverOf(root, byId, [...manifest.values()]);
  const ncxId = spineElement?.attributes['toc'];
  const ncx =
    (ncxId && byId.get(ncxId)) ||
    [...manifest.values()].find((item) => item.mediaType === 'application/x-dtbncx+xml');
  return {
    metadata: readPackageMetadata(bytes),
    manifest,
    spine,
    fixedLayout: isFixedLayout(root),
    ...(cover ? { coverPath: cover.path } : {}),
    ...(navPath ? { navPath } : {}),
    ...(ncx ? { ncxPath: ncx.path } : {}),
  };
};

/** The cover image: by the EPUB 3 property, by the EPUB 2 `meta name="cover"`, or by its file name. */
const coverOf = (
  root: MarkupElement,
  byId: ReadonlyMap<string, ManifestItem>,
  items: readonly ManifestItem[],
): ManifestItem | undefined => {
  const named = descendants(root, 'meta').find((meta) => meta.attributes['name'] === 'cover');
  const isPicture = (item: ManifestItem): boolean => item.mediaType.startsWith('image/');
  return [
    items.find((item) => item.properties.includes('cover-image')),
    byId.get(named?.attributes['content'] ?? ''),
    items.find((item) => isPicture(item) && /cover/i.test(`${item.id} ${item.path}`)),
  ].find((item) => item && isPicture(item));
};

const isFixedLayout = (root: MarkupElement): boolean =>
  descendants(root, 'meta').some((meta) => {
    const text = meta.children
      .filter((child) => typeof child === 'string')
      .join('')
      .trim();
    return (
      (meta.attributes['property'] === 'rendition:layout' && text === 'pre-paginated') ||
      (meta.attributes['name'] === 'fixed-layout' && meta.attributes['content'] === 'true')
    );
  });
