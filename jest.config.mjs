/** Workspace packages are read from source, so that a stale build can never pass a test. */
const moduleNameMapper = {
  '^@hamkhan/(contracts|converter|llm|platform|sandbox|testing)/(.*)$': '<rootDir>/packages/$1/src/$2.ts',
  '^(\\.{1,2}/.*)\\.js$': '$1',
};
const swcFor = (extra = {}) => ({
  jsc: {
    parser: { syntax: 'typescript', decorators: true, tsx: Boolean(extra.tsx) },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      ...extra.transform,
    },
    target: 'es2023',
    keepClassNames: true,
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
});
const REQUIRE_ASSERTIONS = '<rootDir>/packages/testing/src/require-assertions.ts';
const node = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  setupFilesAfterEnv: [REQUIRE_ASSERTIONS],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper,
  transform: { '^.+\\.ts$': ['@swc/jest', swcFor()] },
  transformIgnorePatterns: ['/node_modules/'],
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.data/', '<rootDir>/.cache/'],
};

export default {
  // Far above what a test takes on a busy machine: the timeout finds tests that hang, not slow ones.
  testTimeout: 60_000,
  projects: [
    { ...node, displayName: 'unit', testMatch: ['<rootDir>/{packages,services}/*/src/**/*.spec.ts'] },
    {
      ...node,
      displayName: 'web',
      testEnvironment: 'jest-environment-jsdom',
      setupFiles: ['<rootDir>/web/src/test/web-globals.ts'],
      setupFilesAfterEnv: [REQUIRE_ASSERTIONS, '<rootDir>/web/src/test/async-timeout.ts'],
      testMatch: ['<rootDir>/web/src/**/*.spec.{ts,tsx}'],
      moduleNameMapper: { '\\.css$': '<rootDir>/web/src/test/empty-module.ts', ...moduleNameMapper },
      transform: {
        '^.+\\.tsx?$': ['@swc/jest', swcFor({ tsx: true, transform: { react: { runtime: 'automatic' } } })],
      },
    },
    {
      ...node,
      displayName: 'integration',
      testMatch: ['<rootDir>/{packages,services}/*/test/integration/**/*.int-spec.ts'],
    },
    {
      ...node,
      displayName: 'corpus',
      testMatch: ['<rootDir>/{packages,services}/*/test/corpus/**/*.corpus-spec.ts'],
    },
    // Attacks that last minutes: `npm run test:hostile`.
    {
      ...node,
      displayName: 'hostile',
      testMatch: ['<rootDir>/services/*/test/hostile/**/*.hostile-spec.ts'],
    },
    { ...node, displayName: 'faults', testMatch: ['<rootDir>/services/*/test/faults/**/*.fault-spec.ts'] },
    {
      ...node,
      displayName: 'e2e',
      testMatch: ['<rootDir>/services/gateway/test/e2e/**/*.e2e-spec.ts'],
      globalSetup: '<rootDir>/services/gateway/test/e2e/support/start-product.mjs',
      globalTeardown: '<rootDir>/services/gateway/test/e2e/support/stop-product.mjs',
    },
  ],
};
