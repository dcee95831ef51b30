import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const contracts = new URL('../packages/contracts/src/', import.meta.url).pathname;
const gateway = 'http://127.0.0.1:8080';

/**
 * Writes into the page what the texts of each language are called, so that boot.js can ask for those of the reader's while the application
 * itself is still on its way.
 */
const namesOfTexts: Plugin = {
  name: 'names-of-texts',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.values(bundle ?? {}).flatMap((file) => {
        const language = file.type === 'chunk' && /\/locales\/(\w+)\.ts$/.exec(file.facadeModuleId ?? '')?.[1];
        const attrs = { name: `texts-${language}`, content: `/${file.fileName}` };
        return language ? [{ tag: 'meta', attrs, injectTo: 'head-prepend' as const }] : [];
      }),
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), namesOfTexts],
  resolve: { alias: [{ find: /^@hamkhan\/contracts\/(.*)$/, replacement: `${contracts}$1.ts` }] },
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0, chunkSizeWarningLimit: 400 },
  server: { host: '127.0.0.1', proxy: { '/api': { target: gateway } } },
});
