/** Who may import whom (architecture: services talk through contracts and events, never through code). */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contracts-import-zod-only',
      severity: 'error',
      from: { path: '^packages/contracts/src', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^(packages/contracts/src|node_modules/zod)' },
    },
    {
      name: 'converter-imports-contracts-and-sandbox-only',
      severity: 'error',
      from: { path: '^packages/converter/src', pathNot: '\\.spec\\.ts$' },
      to: {
        path: '^(services|web|packages/(platform|testing)|node_modules/(@nestjs|mongoose|kafkajs|bull|minio|ioredis)/)',
      },
    },
    {
      name: 'sandbox-imports-no-package',
      severity: 'error',
      from: { path: '^packages/sandbox/src', pathNot: '\\.spec\\.ts$' },
      to: {
        path: '^(services|web|packages/(?!sandbox)|node_modules/(@nestjs|mongoose|kafkajs|bull|minio|ioredis)/)',
      },
    },
    {
      name: 'uploads-are-decoded-in-the-sandbox-only',
      severity: 'error',
      from: { path: '^(services|packages/(contracts|llm|platform))/', pathNot: '/test/|\\.spec\\.ts$' },
      to: { path: '^node_modules/(@napi-rs/canvas|epub2|pdf-parse|pdfjs-dist|tesseract\\.js|yauzl)/' },
    },
    {
      name: 'llm-imports-contracts-only',
      severity: 'error',
      from: { path: '^packages/llm/src', pathNot: '\\.spec\\.ts$' },
      to: {
        path: '^(services|web|packages/(converter|platform|sandbox|testing)|node_modules/(@nestjs|mongoose|kafkajs|bull|minio|ioredis)/)',
      },
    },
    {
      name: 'converter-serves-the-pipeline-and-its-command',
      severity: 'error',
      from: {
        path: '^(services|web|packages)/',
        pathNot:
          '^(services/pipeline|packages/converter)/|\\.spec\\.ts$|/test/|^packages/testing/src/corpus-converter\\.ts$',
      },
      // Anyone may use its rules for markup; they read no files and start no programs.
      to: {
        path: '^packages/converter',
        pathNot: '^packages/converter/src/(epub/(markup|svg)|conversion-error)\\.ts$',
      },
    },
    {
      name: 'infra-imports-no-feature',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/infra/' },
      to: { path: '^services/$1/src/features/' },
    },
    {
      name: 'platform-knows-no-service',
      severity: 'error',
      from: { path: '^packages/platform' },
      to: { path: '^(services|web|packages/(converter|llm|testing))' },
    },
    {
      name: 'services-are-apart',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/([^/]+)/', pathNot: '^services/$1/' },
    },
    {
      name: 'testing-stays-out-of-the-product',
      severity: 'error',
      from: {
        path: '^(services/[^/]+|packages/(contracts|converter|llm|platform|sandbox)|web)/src',
        pathNot: '\\.spec\\.tsx?$',
      },
      to: { path: '^packages/testing' },
    },
    {
      name: 'web-imports-contracts-only',
      severity: 'error',
      from: { path: '^web/src' },
      to: { path: '^(services|packages/(converter|llm|platform|sandbox|testing))' },
    },
    {
      name: 'brokers-stores-and-parsers-in-platform-only',
      severity: 'error',
      from: { path: '^(services|packages/contracts|web)', pathNot: '/test/|\\.spec\\.tsx?$' },
      to: { path: '^node_modules/(kafkajs|bull|minio|ioredis|@fastify/busboy|file-type)/' },
    },
    {
      name: 'mongoose-behind-repositories',
      severity: 'error',
      from: {
        path: '^services/[^/]+/src',
        pathNot: '\\.(schema|repository|module)\\.ts$|\\.spec\\.ts$',
      },
      to: { path: '^node_modules/mongoose/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '\\.domain\\.ts$' },
      to: {
        path: '\\.(service|repository|schema|controller|consumer|processor)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'primereact-in-shared-ui-only',
      severity: 'error',
      from: { path: '^web/src', pathNot: '^web/src/shared/ui' },
      to: { path: '^node_modules/primereact' },
    },
    {
      name: 'features-of-the-web-are-apart',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/([^/]+)/', pathNot: '^web/src/features/$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.data|\\.cache)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'default'] },
  },
};
