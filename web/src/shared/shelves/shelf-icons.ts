import type { ShelfIcon } from '@hamkhan/contracts/http/shelves';
import type { IconName } from '../ui/icon.js';

/** The icons by their names in the API (ACC-SHELF-02). */
export const SHELF_ICON_NAMES: Record<ShelfIcon, IconName> = {
  'mdi-bookshelf': 'bookshelf',
  'mdi-book': 'book',
  'mdi-book-open': 'read',
  'mdi-library': 'temple',
  'mdi-school': 'school',
  'mdi-star': 'star',
  'mdi-heart': 'heart',
  'mdi-bookmark': 'bookmark',
  'mdi-briefcase': 'briefcase',
  'mdi-lightbulb': 'lightbulb',
};
