import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const contracts = new URL('../packages/contracts/src/', import.meta.url).pathname;
const gateway = 'http://127.0.0.1:8080';

/** Where most come in, by the beginning of the address, and the file of the screen there. The longest beginning counts. */
const FIRST_SCREENS: Record<string, string> = {
  '/': 'features/home/pages/home-page',
  '/d/': 'app/reader-screen',
  '/page/': 'features/static/pages/static-page',
  '/user/documents': 'features/library/pages/library-page',
  '/user/login': 'features/auth/pages/login-page',
  '/user/register': 'features/auth/pages/register-page',
};

/**
 * Writes into the page what the texts of each language and the first screens are called, so that boot.js can ask for those that are
 * wanted while the application itself is still on its way.
 */
const namesOfFirstFiles: Plugin = {
  name: 'names-of-first-files',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) => {
      // The development server has no bundle: it serves modules one by one.
      if (!bundle) return [];
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const meta = (name: string, content: string) => ({
        tag: 'meta',
        attrs: { name, content },
        injectTo: 'head-prepend' as const,
      });
      const texts = chunks.flatMap(({ facadeModuleId, fileName }) => {
        const language = /\/locales\/(\w+)\.ts$/.exec(facadeModuleId ?? '')?.[1];
        return language ? [meta(`texts-${language}`, `/${fileName}`)] : [];
      });
      const asked = new Set(chunks.flatMap((one) => (one.isEntry ? [one.fileName, ...one.imports] : [])));
      const screens = Object.entries(FIRST_SCREENS).map(([beginning, file]) => {
        const screen = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${file}.tsx`));
        if (!screen) throw new Error(`no chunk is made of ${file}`);
        const files = [screen.fileName, ...screen.imports].filter((name) => !asked.has(name));
        const styles = chunks
          .filter(({ fileName }) => files.includes(fileName))
          .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        return meta('screen', [beginning, ...[...files, ...styles].map((name) => `/${name}`)].join(' '));
      });
      return [...texts, ...screens];
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), namesOfFirstFiles],
  resolve: { alias: [{ find: /^@hamkhan\/contracts\/(.*)$/, replacement: `${contracts}$1.ts` }] },
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // Schemas have no side effects: those of calls that a screen does not make stay out of its files.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          // On a slow line each file has to wait for its turn. What every screen needs comes in two instead of a dozen, of
          // which that of the libraries outlives our releases; what forms have in common comes in one.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /\/node_modules\// },
            { name: 'frame', tags: ['$initial'] },
            {
              name: 'forms',
              test: /\/src\/(features\/auth|shared\/(account|ui\/(field|form-alerts)|lib\/(use-form-errors|use-focus-wrong|normalise)))/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: gateway } } },
});
