import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @throws where no Chromium is installed. */
export function startChromium(): Promise<Browser> {
  const executablePath = PROGRAMS.find((program) => existsSync(program));
  if (!executablePath) throw new Error(`no Chromium at ${PROGRAMS.join(', ')}`);
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}
