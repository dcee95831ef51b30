import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Nothing but these reads the environment; deploy scripts set it. */
const environmentReaders = [
  '**/config.ts',
  '**/test/**',
  'deploy/**',
  'bench/**',
  '**/*.spec.ts',
  '**/*.mjs',
  '**/*.cjs',
];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.data/**', '.cache/**', 'web/public/**'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './web/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.{mjs,cjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'URL',
          'URLSearchParams',
          'Buffer',
          'setTimeout',
          'clearTimeout',
          'setInterval',
          'clearInterval',
          'fetch',
          'AbortController',
          'AbortSignal',
          'structuredClone',
          'performance',
          'module',
          'FormData',
          'Blob',
          'TextDecoder',
          'TextEncoder',
          'setImmediate',
          'Response',
          'Request',
          'Headers',
          'WebSocket',
          'File',
          'document',
          'window',
          'globalThis',
        ].map((name) => [name, 'readonly']),
      ),
    },
    rules: { eqeqeq: 'error' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: environmentReaders,
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only config.ts reads the environment.' },
      ],
    },
  },
  {
    files: ['**/*.spec.{ts,tsx}', '**/*-spec.ts', '**/test/**', 'packages/testing/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
);
