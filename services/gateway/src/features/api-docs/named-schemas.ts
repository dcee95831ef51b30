import * as content from '@hamkhan/contracts/content';
import * as auth from '@hamkhan/contracts/http/auth';
import * as common from '@hamkhan/contracts/http/common';
import * as documents from '@hamkhan/contracts/http/documents';
import * as editedItems from '@hamkhan/contracts/http/edited-items';
import * as editing from '@hamkhan/contracts/http/editing';
import * as finance from '@hamkhan/contracts/http/finance';
import * as glossary from '@hamkhan/contracts/http/glossary';
import * as media from '@hamkhan/contracts/http/media';
import * as notes from '@hamkhan/contracts/http/notes';
import * as pipeline from '@hamkhan/contracts/http/pipeline';
import * as reader from '@hamkhan/contracts/http/reader';
import * as shelves from '@hamkhan/contracts/http/shelves';
import * as suggestions from '@hamkhan/contracts/http/suggestions';
import * as staticPages from '@hamkhan/contracts/http/static-pages';
import * as translationCost from '@hamkhan/contracts/http/translation-cost';
import * as statuses from '@hamkhan/contracts/statuses';
import { ALL_ROUTES } from '@hamkhan/contracts/routes/all-routes';
import { z } from 'zod';

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  common,
  statuses,
  content,
  documents,
  auth,
  editing,
  editedItems,
  suggestions,
  finance,
  glossary,
  media,
  notes,
  pipeline,
  reader,
  shelves,
  staticPages,
  translationCost,
];

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * The schemas of responses by the name they are exported with, for `components` of the OpenAPI document. A response that no module
 * exports gets the name of its route.
 */
export function namedSchemas(): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>();
  const names = new Set<string>();
  const add = (schema: z.ZodType, id: string): void => {
    if (registry.has(schema) || names.has(id)) return;
    names.add(id);
    registry.add(schema, { id });
  };
  for (const module of MODULES) {
    // Of two names for one schema the shorter is the general one.
    const exported = Object.entries(module).sort(([one], [other]) => one.length - other.length);
    for (const [name, value] of exported) if (value instanceof z.ZodType) add(value, name);
  }
  for (const { name, route } of ALL_ROUTES) {
    if (route.response instanceof z.ZodType) add(route.response, `${capitalised(name)}Response`);
  }
  return registry;
}
