import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { apiDocsFileRoute, apiDocsRoute, openApiDocumentRoute } from '@hamkhan/contracts/routes/api-docs';
import { pathOf } from '@hamkhan/contracts/routes/route';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendWebFile } from '../web-app/send-web-file.js';
import { toWebFile, type WebFile } from '../web-app/web-files.js';
import { openApiDocument } from './openapi-document.js';

const require = createRequire(import.meta.url);
const VIEWER = dirname(require.resolve('swagger-ui-dist/package.json'));
const VIEWER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;
const START = 'start.js';

const fileAddress = (file: string): string => pathOf(apiDocsFileRoute, { file });

/** The page has no inline script or style, as the content security policy demands. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Hamkhan API</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${fileAddress('swagger-ui.css')}" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="${fileAddress('swagger-ui-bundle.js')}"></script>
    <script src="${fileAddress(START)}"></script>
  </body>
</html>
`;
/** `validatorUrl` is null because the viewer would send the document to a foreign server. */
const START_SCRIPT = `SwaggerUIBundle({
  url: '${openApiDocumentRoute.path}',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
});
`;

/** Serves the OpenAPI document and Swagger UI for it, from this origin alone. */
@Injectable()
export class ApiDocs {
  private files: Promise<ReadonlyMap<string, WebFile>> | null = null;

  /** Answers a GET or HEAD of the page, the document or a file of the viewer. Returns false for any other path. */
  async serve(request: FastifyRequest, reply: FastifyReply, https: boolean): Promise<boolean> {
    // Loaded on the first request: most gateways never serve it.
    this.files ??= loadFiles();
    const path = (request.url.split('?', 1)[0] ?? '').replace(/\/docs$/, '/docs/');
    const file = (await this.files).get(path);
    return file !== undefined && sendWebFile(request, reply, file, https);
  }
}

async function loadFiles(): Promise<ReadonlyMap<string, WebFile>> {
  const { version } = require('../../../package.json') as { version: string };
  const texts: [path: string, type: string, text: string | Buffer][] = [
    [apiDocsRoute.path, 'index.html', PAGE],
    [openApiDocumentRoute.path, 'openapi.json', JSON.stringify(openApiDocument(version))],
    [fileAddress(START), START, START_SCRIPT],
  ];
  for (const file of VIEWER_FILES) texts.push([fileAddress(file), file, await readFile(join(VIEWER, file))]);
  return new Map(
    await Promise.all(
      texts.map(async ([path, name, text]) => [path, await toWebFile(name, Buffer.from(text))] as const),
    ),
  );
}
