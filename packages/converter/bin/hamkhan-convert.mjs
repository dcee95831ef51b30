#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(main)) {
  const command = await import(main.href);
  process.exitCode = await command.main(process.argv.slice(2));
} else {
  console.error('hamkhan-convert: not built yet. Run “npm run build” in the repository, then try again.');
  process.exitCode = 1;
}
