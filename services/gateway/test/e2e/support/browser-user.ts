import type { UiLanguage } from '@hamkhan/contracts/languages';
import { waitFor } from '@hamkhan/testing/wait-for';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { digitsOf, type InterfaceTexts, interfaceTexts } from './interface-texts.js';
import { accessibilityViolations, overflowingElements } from './page-checks.js';
import type { TestFile } from './test-documents.js';

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 740 };
const STEP_MS = 30_000;
const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  epub: 'application/epub+zip',
  djvu: 'image/vnd.djvu',
};

/** Reports what the content security policy blocks; runs in the browser before any script of the page. */
const REPORT_CSP_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) =>
  reportCspViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile));`;

/** A text of the reader: 0 is the original, 1 and 2 are its translations. */
export type TextVersion = 0 | 1 | 2;

/** A user with a browser window of their own, who reads the screen and uses mouse and keyboard. */
export class BrowserUser {
  /** Console errors, exceptions, violations of the content security policy and failed calls; tests expect none. */
  readonly problems: string[] = [];
  /** Page loads; navigation inside the application does not count. */
  loads = 0;
  private language: UiLanguage = 'fa';
  private texts: InterfaceTexts = interfaceTexts('fa');

  private constructor(
    private readonly url: string,
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async start(browser: Browser, url: string, language: UiLanguage = 'fa'): Promise<BrowserUser> {
    const context = await browser.newContext({ viewport: WIDE });
    context.setDefaultTimeout(STEP_MS);
    const user = new BrowserUser(url, context, await context.newPage());
    user.setLanguage(language);
    const { page, problems } = user;
    await context.exposeFunction('reportCspViolation', (text: string) =>
      problems.push(`content policy: ${text}`),
    );
    await context.addInitScript(REPORT_CSP_VIOLATIONS);
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
    page.on('response', (response) => {
      if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
    });
    page.on('domcontentloaded', () => {
      user.loads += 1;
    });
    return user;
  }

  private setLanguage(language: UiLanguage): void {
    this.language = language;
    this.texts = interfaceTexts(language);
  }

  close(): Promise<void> {
    return this.context.close();
  }

  /** Waits until an expression is true in the page. It polls from outside: the page's content security policy forbids playwright's `waitForFunction`. */
  waitUntil(what: string, expression: string): Promise<boolean> {
    return waitFor(what, () => this.page.evaluate<boolean>(expression), STEP_MS);
  }

  /** A text of the interface in the current language. */
  text(name: string, values?: Record<string, string | number>): string {
    return this.texts(name, values);
  }

  digits(value: number): string {
    return digitsOf(value, this.language);
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.url).href);
  }

  /** Path and query of the current address. */
  get path(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname + search;
  }

  waitForPath(path: RegExp): Promise<string> {
    return waitFor(`the address to be ${path}`, () => path.test(this.path) && this.path, STEP_MS);
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

  /** Changes the language in the settings menu and waits for the page in the other language. */
  async switchLanguage(): Promise<void> {
    const before = this.loads;
    await this.button('shell:profile.settings').click();
    await this.page
      .getByRole('menuitem', { name: this.text('shell:profile.otherLanguage'), exact: true })
      .click();
    this.setLanguage(this.language === 'fa' ? 'en' : 'fa');
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

  /** Chooses a file in the file dialog of the upload screen. */
  async chooseFile(file: TestFile): Promise<void> {
    const asked = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: this.text('upload:drop.title') }).click();
    const chooser = await asked;
    await chooser.setFiles({ name: file.name, mimeType: typeOf(file.name), buffer: file.content });
  }

  /** Drops files on the upload screen. */
  async dropFiles(...files: TestFile[]): Promise<void> {
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

  /** Selects the language of the chosen file and submits it. */
  async submitUpload(sourceLanguage: string): Promise<void> {
    await this.page.getByLabel(this.text('upload:language')).selectOption(sourceLanguage);
    await this.button('upload:send').click();
  }

  /** Uploads a file, from the library and back to it. */
  async upload(file: TestFile & { language: string }, method: 'choose' | 'drop'): Promise<void> {
    await this.link('common:addDocument').first().click();
    await (method === 'choose' ? this.chooseFile(file) : this.dropFiles(file));
    await this.submitUpload(file.language);
    await this.waitForPath(/^\/user\/documents\/$/);
    await this.row(file.name).waitFor();
  }

  /** The row or card of a file in the library; a failed one shows the name without its extension. */
  row(fileName: string): Locator {
    return this.page.locator('[data-status]', { hasText: stemOf(fileName) });
  }

  /** Waits until a row shows this text, without reloading. */
  async waitForRowText(fileName: string, text: string, deadlineMs = STEP_MS): Promise<void> {
    await this.row(fileName).getByText(text, { exact: true }).waitFor({ timeout: deadlineMs });
  }

  /** Records every text that progress and state of a row show from now on. */
  async recordRowChanges(fileName: string): Promise<void> {
    await this.page.evaluate(`(() => {
      const texts = (window.recordedTexts = []);
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

  recordedRowChanges(): Promise<string[]> {
    return this.page.evaluate('window.recordedTexts');
  }

  async openDocument(fileName: string): Promise<void> {
    await this.row(fileName).locator('a.doc-title').click();
    await this.waitForPath(/^\/d\//);
  }

  /** The sheet of a page, one-based. */
  sheet(page: number, pages: number): Locator {
    return this.page.getByRole('article', {
      name: this.text('reader:page.place', { page, pages }),
      exact: true,
    });
  }

  /** Selects a text of the reader. */
  async selectVersion(version: TextVersion): Promise<void> {
    const translation = this.button('reader:version.translation');
    const isOn = (await translation.getAttribute('aria-pressed')) === 'true';
    if (isOn !== version > 0) await translation.click();
    if (version > 0)
      await this.page
        .getByRole('radio', { name: this.text(`reader:version.short.${version}`), exact: true })
        .click();
  }

  /** Waits until the page contains these words, joiners aside; returns language and direction of its text. */
  async waitForText(
    words: string | RegExp,
    deadlineMs = STEP_MS,
  ): Promise<{ language: string; direction: string }> {
    const shown = this.page.locator('.page-items');
    return waitFor(
      `the page to contain «${String(words)}»`,
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

  /** Types a page number into the pager. */
  async typePage(number: string, leave: 'Enter' | 'Tab'): Promise<void> {
    const field = this.page.locator('.page-pager input');
    await field.fill(number);
    await field.press(leave);
  }

  /** Runs steps of a test; on failure the message also has the address, the problems and the text of the page. */
  async run(happen: () => Promise<void>): Promise<void> {
    await happen().catch(async (error: unknown) => {
      const text = await this.page.locator('body').innerText();
      const why = error instanceof Error ? error.message : String(error);
      throw new Error([why, this.path, ...this.problems, text.slice(0, 1_500)].join('\n'), { cause: error });
    });
  }

  accessibilityViolations(): Promise<string[]> {
    return accessibilityViolations(this.page);
  }

  overflowingElements(): Promise<string[]> {
    return overflowingElements(this.page);
  }
}

const typeOf = (name: string): string => TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';

const stemOf = (fileName: string): string => fileName.replace(/\.\w+$/, '');

const plain = (text: string): string => text.replace(/\u200c/g, '').replace(/\s+/g, ' ');
