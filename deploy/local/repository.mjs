import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The Node that the packages pin; npm scripts run it wherever an older one starts them. */
export const PINNED_NODE = path.join(ROOT, 'node_modules', '.bin', 'node');

/** Where a start keeps its data, logs and secrets. */
export const dataFolder = () => path.resolve(ROOT, process.env.HAMKHAN_DATA || '.data');
