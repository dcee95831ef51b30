import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import {
  Controller,
  ForbiddenException,
  Get,
  Module,
  NotFoundException,
  Param,
  Query,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IdentityToken } from '../../packages/platform/dist/http/identity-token.js';

/**
 * The same route in plain Nest on Express: three guards (identity, session limit, access to the document) and a controller that
 * returns the page. Pages and documents are in memory, so that the database is not part of the comparison.
 * Arguments: port, file with the JSON of a chunk, name and owner of the document. IDENTITY_SECRET in the environment.
 */
const [, , port, chunkFile, documentName, ownerId] = process.argv;
const { pages } = JSON.parse(await readFile(chunkFile, 'utf8'));
const documents = new Map([[documentName, { ownerId, pages }]]);
const tokens = new IdentityToken(process.env.IDENTITY_SECRET);
const requestOf = (context) => context.switchToHttp().getRequest();

class SignedInGuard {
  canActivate(context) {
    const request = requestOf(context);
    request.identity = tokens.verify(request.headers['x-hamkhan-identity'] ?? '');
    if (!request.identity) throw new UnauthorizedException();
    return true;
  }
}
class SessionLimitGuard {
  canActivate(context) {
    if (requestOf(context).identity.overSessionLimit) throw new ForbiddenException();
    return true;
  }
}
class DocumentAccessGuard {
  canActivate(context) {
    const { params, identity } = requestOf(context);
    if (documents.get(params.documentId)?.ownerId !== identity.userId) throw new NotFoundException();
    return true;
  }
}

class PagesController {
  list(documentId, query) {
    const all = documents.get(documentId).pages;
    const page = Number(query.page);
    const perPage = Number(query.per_page);
    return {
      pages: all.slice((page - 1) * perPage, page * perPage),
      pagination: { page, per_page: perPage, total_items: all.length },
    };
  }
}
const method = Object.getOwnPropertyDescriptor(PagesController.prototype, 'list');
Get('document/pages/:documentId')(PagesController.prototype, 'list', method);
Param('documentId')(PagesController.prototype, 'list', 0);
Query()(PagesController.prototype, 'list', 1);
UseGuards(SignedInGuard, SessionLimitGuard, DocumentAccessGuard)(PagesController);
Controller('api')(PagesController);

class AppModule {}
Module({ controllers: [PagesController] })(AppModule);

const app = await NestFactory.create(AppModule, { logger: ['error'] });
await app.listen(Number(port), '127.0.0.1');
process.stdout.write('ready\n');
