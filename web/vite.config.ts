import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const contracts = new URL('../packages/contracts/src/', import.meta.url).pathname;
const gateway = 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { alias: [{ find: /^@hamkhan\/contracts\/(.*)$/, replacement: `${contracts}$1.ts` }] },
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0, chunkSizeWarningLimit: 400 },
  server: { host: '127.0.0.1', proxy: { '/api': { target: gateway } } },
});
