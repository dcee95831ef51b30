import { MetadataQuery, PagesQuery } from '@hamkhan/contracts/http/documents';
import {
  documentMetadataRoute,
  documentPagesRoute,
  pageAudioRoute,
  pageImageRoute,
} from '@hamkhan/contracts/routes/reader';
import { clientAddress } from '@hamkhan/platform/http/client-network';
import { parseInput } from '@hamkhan/platform/http/parse-input';
import { serveRoute } from '@hamkhan/platform/http/serve-route';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredLanguage } from '@hamkhan/platform/http/accept-language';
import { AUDIO_MEDIA_TYPE } from '../page/audio-name.domain.js';
import type { ByteRange } from '../page/byte-range.domain.js';
import { signatureOf } from '../page/image-signature.domain.js';
import { imageMediaType } from '../page/image-name.domain.js';
import { isNotModified } from '../page/not-modified.js';
import { sendRange } from '../page/send-range.js';
import { plainBody, type PreparedBody } from './delivery.service.js';
import { ReaderService } from './reader.service.js';

const MEDIA_HEADERS = {
  'x-content-type-options': 'nosniff',
  // The browser asks again before each use, so that the next user of a shared computer gets nothing from its cache.
  'cache-control': 'private, no-cache',
};

const IMAGE_HEADERS = {
  ...MEDIA_HEADERS,
  // An SVG that is opened as a document must run nothing and load nothing.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/**
 * Delivers pages, metadata, images and speech of a document. Each route authorises first and looks at the ETag then: a 304 before
 * that would reveal who has access.
 */
export function registerReaderRoutes(app: NestFastifyApplication): void {
  const reader = app.get(ReaderService);

  serveRoute(app, documentPagesRoute, async (request, reply, identity) => {
    const opened = await reader.open(request.params.documentId, identity);
    const query = parseInput(PagesQuery, request.query);
    const body = await reader.getPages(opened, query, identity?.userId ?? null);
    return send(request, reply, body, 'Accept-Encoding, Authorization');
  });

  serveRoute(app, documentMetadataRoute, async (request, reply, identity) => {
    const opened = await reader.open(request.params.documentId, identity);
    const query = parseInput(MetadataQuery, request.query);
    const language = preferredLanguage(request.headers['accept-language'], identity);
    if (query.add) {
      await reader.recordVisit(opened, identity, clientAddress(request));
    }
    const body = await reader.getMetadata(opened, query, identity?.userId ?? null, language);
    return send(request, reply, body, 'Accept-Encoding, Accept-Language, Authorization');
  });

  serveRoute(app, pageImageRoute, async (request, reply, identity) => {
    const { documentId, name } = request.params;
    const document = await reader.authoriseMedia(documentId, name, signatureOf(request), identity);
    reply.headers(IMAGE_HEADERS).header('etag', `"${name}"`);
    if (isNotModified(request, name)) return reply.status(304).send();
    const { stream, size } = await reader.readImage(document, name);
    return reply.type(imageMediaType(name)).header('content-length', size).send(stream);
  });

  serveRoute(app, pageAudioRoute, async (request, reply, identity) => {
    const { documentId, name } = request.params;
    const document = await reader.authoriseMedia(documentId, name, signatureOf(request), identity);
    const size = await reader.audioSize(document, name);
    reply.headers({ ...MEDIA_HEADERS, 'accept-ranges': 'bytes', etag: `"${name}"` });
    if (isNotModified(request, name)) return reply.status(304).send();
    const read = (part: ByteRange) => reader.readAudio(document, name, part);
    return sendRange(request, reply, { size, mediaType: AUDIO_MEDIA_TYPE, read });
  });
}

function send(request: FastifyRequest, reply: FastifyReply, body: PreparedBody, vary: string): FastifyReply {
  const acceptsGzip = /\bgzip\b|\*/.test(request.headers['accept-encoding'] ?? '');
  const tag = acceptsGzip ? `${body.tag}.g` : body.tag;
  reply.headers({ etag: `"${tag}"`, 'cache-control': 'private, no-cache', vary });
  if (isNotModified(request, tag)) return reply.status(304).send();
  reply.header('content-type', 'application/json; charset=utf-8');
  if (!acceptsGzip) return reply.send(plainBody(body));
  return reply.header('content-encoding', 'gzip').send(body.gzip);
}
