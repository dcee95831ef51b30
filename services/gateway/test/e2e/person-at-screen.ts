import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { waitFor } from '@hamkhan/testing/wait-for';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { digitsOf, type Words, wordsOf } from './screen-texts.js';
import type { StoryFile } from './story-documents.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 740 };
const STEP_MS = 30_000;
const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  epub: 'application/epub+zip',
  djvu: 'image/vnd.djvu',
};

/** Makes the page tell of what the content policy blocked; runs in the browser before any script of the page. */
const TELL_OF_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) =>
  tellViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile));`;

export type Version = 0 | 1 | 2;

/** Someone before a browser window of their own, who sees what is on the screen and uses mouse and keyboard. */
export class PersonAtScreen {
  /** Everything that no story may cause: console errors, exceptions, violations of the content policy, failed calls. */
  readonly problems: string[] = [];
  /** How often a whole document was loaded; turning to another screen of the application does not count. */
  loads = 0;
  private language: UiLanguage = 'fa';
  private words: Words = wordsOf('fa');

  private constructor(
    private readonly url: string,
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async arrive(browser: Browser, url: string, language: UiLanguage = 'fa'): Promise<PersonAtScreen> {
    const context = await browser.newContext({ viewport: WIDE });
    context.setDefaultTimeout(STEP_MS);
    const person = new PersonAtScreen(url, context, await context.newPage());
    person.speak(language);
    const { page, problems } = person;
    await context.exposeFunction('tellViolation', (text: string) => problems.push(`content policy: ${text}`));
    await context.addInitScript(TELL_OF_VIOLATIONS);
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
    page.on('response', (response) => {
      if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
    });
    page.on('domcontentloaded', () => {
      person.loads += 1;
    });
    return person;
  }

  private speak(language: UiLanguage): void {
    this.language = language;
    this.words = wordsOf(language);
  }

  leave(): Promise<void> {
    return this.context.close();
  }

  /** Waits until an expression is true of the page. Its content policy lets nothing that runs in it wait for that. */
  until(what: string, expression: string): Promise<boolean> {
    return waitFor(what, () => this.page.evaluate<boolean>(expression), STEP_MS);
  }

  /** A text of the interface in the language that is on. */
  text(name: string, values?: Record<string, string | number>): string {
    return this.words(name, values);
  }

  digits(value: number): string {
    return digitsOf(value, this.language);
  }

  async go(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.url).href);
  }

  /** The path and query of the screen. */
  get place(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname + search;
  }

  arriveAt(place: RegExp): Promise<string> {
    return waitFor(`the address to be ${place}`, () => place.test(this.place) && this.place, STEP_MS);
  }

  async resize(size: 'wide' | 'narrow'): Promise<void> {
    await this.page.setViewportSize(size === 'wide' ? WIDE : NARROW);
  }

  button(name: string, values?: Record<string, string | number>): Locator {
    return this.page.getByRole('button', { name: this.text(name, values), exact: true });
  }

  link(name: string, values?: Record<string, string | number>): Locator {
    return this.page.getByRole('link', { name: this.text(name, values), exact: true });
  }

  /** Language and direction of the whole page. */
  async pageLanguage(): Promise<string> {
    const root = this.page.locator('html');
    return `${await root.getAttribute('lang')} ${await root.getAttribute('dir')}`;
  }

  /** Changes the language with the menu of the bar and waits for the page in the other language. */
  async switchLanguage(): Promise<void> {
    const before = this.loads;
    await this.button('shell:profile.settings').click();
    await this.page
      .getByRole('menuitem', { name: this.text('shell:profile.otherLanguage'), exact: true })
      .click();
    this.speak(this.language === 'fa' ? 'en' : 'fa');
    await waitFor('the page in the other language', () => this.loads > before, STEP_MS);
    await this.page.locator(`html[lang=${this.language}]`).waitFor();
  }

  /** Signs in from the sign-in screen: the name, then the password. */
  async signIn(username: string, password: string): Promise<void> {
    await this.page.locator('input[name=username]').fill(username);
    await this.button('auth:next').click();
    await this.page.locator('input[name=password]').fill(password);
    await this.button('auth:submit').click();
  }

  async signOut(): Promise<void> {
    const ended = this.page.waitForResponse((response) => response.url().endsWith('/api/user/logout/'));
    await this.button('shell:profile.menu').click();
    await this.page.getByRole('button', { name: this.text('shell:profile.signOut') }).click();
    await this.page.getByRole('dialog').getByText(this.text('shell:signOut.text')).waitFor();
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: this.text('shell:signOut.confirm') })
      .click();
    await ended;
  }

  /** Picks a file in the dialog that the upload screen opens. */
  async choose(file: StoryFile): Promise<void> {
    const asked = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: this.text('upload:drop.title') }).click();
    const chooser = await asked;
    await chooser.setFiles({ name: file.name, mimeType: typeOf(file.name), buffer: file.content });
  }

  /** Drops files on the upload screen. */
  async drop(...files: StoryFile[]): Promise<void> {
    const dropped = files.map(({ name, content }) => ({
      name,
      type: typeOf(name),
      content: content.toString('base64'),
    }));
    const transfer = await this.page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      for (const { name, type, content } of ${JSON.stringify(dropped)}) {
        const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      return transfer;
    })()`);
    const zone = this.page.locator('.drop-zone');
    await zone.dispatchEvent('dragover', { dataTransfer: transfer });
    await zone.dispatchEvent('drop', { dataTransfer: transfer });
  }

  /** Says in which language a chosen file is and sends it. */
  async send(sourceLanguage: string): Promise<void> {
    await this.page.getByLabel(this.text('upload:language')).selectOption(sourceLanguage);
    await this.button('upload:send').click();
  }

  /** From the library through the upload screen and back. */
  async upload(file: StoryFile & { language: string }, way: 'choose' | 'drop'): Promise<void> {
    await this.link('common:addDocument').first().click();
    await (way === 'choose' ? this.choose(file) : this.drop(file));
    await this.send(file.language);
    await this.arriveAt(/^\/user\/documents\/$/);
    await this.row(file.name).waitFor();
  }

  /** The library's row, or card, that names this file; a failed one is named by the stem alone. */
  row(fileName: string): Locator {
    return this.page.locator('[data-status]', { hasText: stemOf(fileName) });
  }

  /** Waits, without doing anything, until a row says this. */
  async rowSays(fileName: string, text: string, deadlineMs = STEP_MS): Promise<void> {
    await this.row(fileName).getByText(text, { exact: true }).waitFor({ timeout: deadlineMs });
  }

  /** Writes down every text that a row's progress and state pass through from now on. */
  async noteChanges(fileName: string): Promise<void> {
    await this.page.evaluate(`(() => {
      const texts = (window.notedTexts = []);
      const look = () => {
        const row = [...document.querySelectorAll('[data-status]')].find(({ textContent }) =>
          textContent.includes(${JSON.stringify(stemOf(fileName))}));
        const text = [...(row?.querySelectorAll('.doc-progress .num, .chip') ?? [])]
          .map(({ textContent }) => textContent).join(' | ');
        if (text && texts.at(-1) !== text) texts.push(text);
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
      look();
    })()`);
  }

  notedChanges(): Promise<string[]> {
    return this.page.evaluate('window.notedTexts');
  }

  async open(fileName: string): Promise<void> {
    await this.row(fileName).locator('a.doc-title').click();
    await this.arriveAt(/^\/d\//);
  }

  /** The sheet of a page, one-based. */
  sheet(page: number, pages: number): Locator {
    return this.page.getByRole('article', {
      name: this.text('reader:page.place', { page, pages }),
      exact: true,
    });
  }

  /** Picks a text of the reader: 0 the original, 1 and 2 its translations. */
  async pick(version: Version): Promise<void> {
    const translation = this.button('reader:version.translation');
    const isOn = (await translation.getAttribute('aria-pressed')) === 'true';
    if (isOn !== version > 0) await translation.click();
    if (version > 0)
      await this.page
        .getByRole('radio', { name: this.text(`reader:version.short.${version}`), exact: true })
        .click();
  }

  /** Language and direction of the text on the sheet, once it holds these words; joiners don't count. */
  async reads(
    words: string | RegExp,
    deadlineMs = STEP_MS,
  ): Promise<{ language: string; direction: string }> {
    const shown = this.page.locator('.page-items');
    return waitFor(
      `the page to say «${String(words)}»`,
      async () => {
        if ((await shown.count()) !== 1) return false;
        const text = plain(await shown.innerText());
        if (!(typeof words === 'string' ? text.includes(plain(words)) : words.test(text))) return false;
        return {
          language: (await shown.getAttribute('lang')) ?? '',
          direction: (await shown.getAttribute('dir')) ?? '',
        };
      },
      deadlineMs,
    );
  }

  /** Writes a page number over the one that is there. */
  async typePage(number: string, leave: 'Enter' | 'Tab'): Promise<void> {
    const field = this.page.locator('.page-pager input');
    await field.fill(number);
    await field.press(leave);
  }

  /** Does what a person does and, where that fails, says why, where that was and what was read there. */
  async does(happen: () => Promise<void>): Promise<void> {
    await happen().catch(async (error: unknown) => {
      const text = await this.page.locator('body').innerText();
      const why = error instanceof Error ? error.message : String(error);
      throw new Error([why, this.place, ...this.problems, text.slice(0, 1_500)].join('\n'), { cause: error });
    });
  }

  /** What is wider than the window, by name; nothing should be. */
  overflow(): Promise<string[]> {
    return this.page.evaluate(`(() => {
      const root = document.documentElement;
      if (root.scrollWidth <= root.clientWidth) return [];
      return [...document.querySelectorAll('body *')]
        .filter((one) => one.getBoundingClientRect().right > root.clientWidth + 1 || one.getBoundingClientRect().left < -1)
        .map((one) => one.tagName + '.' + one.className);
    })()`);
  }

  /**
   * What axe finds on the screen as it stands now, of any weight: nothing should be. Only the order of headings inside a page of a
   * book is the book's own.
   */
  async barriers(): Promise<string[]> {
    await this.page.evaluate(AXE);
    // What fades in has another contrast until it is there; what breathes for ever is not waited for.
    const violations = await this.page.evaluate<AxeResults['violations']>(`(async () => {
      const passing = document.getAnimations().filter(
        (one) => one.playState === 'running' && one.effect.getComputedTiming().endTime < Infinity,
      );
      await Promise.allSettled(passing.map(({ finished }) => finished));
      const { violations } = await axe.run(document, { resultTypes: ['violations'] });
      const isOfBook = ({ target }) => document.querySelector(target[0])?.closest('.page-items');
      return violations.filter(({ id, nodes }) => id !== 'heading-order' || !nodes.every(isOfBook));
    })()`);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`,
    );
  }
}

const typeOf = (name: string): string => TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';

const stemOf = (fileName: string): string => fileName.replace(/\.\w+$/, '');

const plain = (text: string): string => text.replace(/\u200c/g, '').replace(/\s+/g, ' ');
