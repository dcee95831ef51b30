import type { ApiUser } from '@hamkhan/testing/api-user';
import type { ProductAccess } from '@hamkhan/testing/product-access';
import { afterAll, beforeAll, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { BrowserUser } from './browser-user.js';
import { startChromium } from './chromium.js';
import { openBrowser, type View } from './reader-screen.js';
import { sharedProduct } from './shared-product.js';

type Hooks = {
  /** Uploads the books of the tests. */
  prepare: (test: ReaderTest) => Promise<void>;
  cleanUp?: () => Promise<void>;
};

/** The shared product, a browser and a new user who owns the books of a test file. Its fields are set in `beforeAll`. */
export class ReaderTest {
  product!: ProductAccess;
  browser!: Browser;
  owner!: ApiUser;

  /** Registers the set-up of a test file. */
  static register(ownerName: string, { prepare, cleanUp }: Hooks): ReaderTest {
    const test = new ReaderTest();
    jest.setTimeout(240_000);
    beforeAll(async () => {
      test.product = await sharedProduct();
      test.owner = await test.product.newUser(ownerName);
      await prepare(test);
      test.browser = await startChromium();
    }, 360_000);
    afterAll(async () => {
      const { browser, product } = test as Partial<ReaderTest>;
      await browser?.close();
      await cleanUp?.();
      await product?.close();
    }, 60_000);
    return test;
  }

  /** Opens a browser signed in as a user; null for a guest. */
  open(view: View, as: ApiUser | null = this.owner): Promise<BrowserUser> {
    return openBrowser(this.browser, this.product.url, view, as?.token);
  }
}
