import js from '@eslint/js';
import jest from 'eslint-plugin-jest';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Nothing but these reads the environment; deploy scripts set it. */
const environmentReaders = [
  '**/config.ts',
  '**/test/**',
  'deploy/**',
  'bench/**',
  'packages/testing/src/corpus-files.ts',
  '**/*.spec.ts',
  '**/*.mjs',
  '**/*.cjs',
];

const CLICK_HANDLERS = ['onClick', 'onMouseDown', 'onMouseUp'];

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
    files: ['web/src/**/*.{ts,tsx}'],
    extends: [jsxA11y.configs.recommended],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      // Clicks belong on controls; a container may handle the keys of the controls inside it.
      'jsx-a11y-x/no-noninteractive-element-interactions': ['error', { handlers: CLICK_HANDLERS }],
      'jsx-a11y-x/no-static-element-interactions': ['error', { handlers: CLICK_HANDLERS }],
      // Our fields take autoFocus for forms that open with one thing to type.
      'jsx-a11y-x/no-autofocus': ['error', { ignoreNonDOM: true }],
      'jsx-a11y-x/label-has-associated-control': ['error', { controlComponents: ['Checkbox', 'Radio'] }],
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
  {
    files: ['**/*.spec.{ts,tsx}', '**/*-spec.ts'],
    plugins: { jest },
    settings: { jest: { version: 30 } },
    rules: {
      ...Object.fromEntries(
        Object.keys(jest.configs['flat/recommended'].rules).map((rule) => [rule, 'error']),
      ),
      // Jest itself fails a test without an assertion, also where helpers assert (packages/testing/src/require-assertions.ts).
      'jest/expect-expect': 'off',
      'jest/no-standalone-expect': 'off',
      'jest/no-duplicate-hooks': 'error',
      'jest/no-test-return-statement': 'off',
    },
  },
);
