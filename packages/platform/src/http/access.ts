import { IDENTITY_HEADER, type Identity } from '@hamkhan/contracts/identity';
import { isOpenOverSessionLimit, type Audience, type Route } from '@hamkhan/contracts/routes/route';
import {
  createParamDecorator,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
  type CustomDecorator,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.js';
import { routeOf } from './endpoint.js';
import type { IdentityToken } from './identity-token.js';

type AccessRule = { audience: Audience; overSessionLimit: boolean; inPerson: boolean };

const RULE = Symbol('access');
declare module 'fastify' {
  interface FastifyRequest {
    identity?: Identity | null;
  }
}

/**
 * Declares a route's audience; every route needs one. `overSessionLimit` allows sessions above the limit of three: status,
 * session list, logout and public routes (C06). `inPerson` rejects an impersonating admin: purchases, password and session
 * changes (C36).
 */
export const Access = (
  audience: Audience,
  options: { overSessionLimit?: boolean; inPerson?: boolean } = {},
): CustomDecorator<symbol> =>
  SetMetadata(RULE, {
    audience,
    overSessionLimit: options.overSessionLimit ?? audience === 'guest',
    inPerson: options.inPerson ?? false,
  } satisfies AccessRule);

/** The verified identity of a request, or null for a guest. Cached on the request. */
export function identityOf(request: FastifyRequest, tokens: IdentityToken): Identity | null {
  if (request.identity !== undefined) return request.identity;
  const header = request.headers[IDENTITY_HEADER];
  const identity = typeof header === 'string' ? tokens.verify(header) : null;
  request.identity = identity;
  return identity;
}

/** @throws AUTH.LOGIN_REQUIRED, AUTH.SESSION_LIMIT, AUTH.IMPERSONATING where the route is closed to this caller */
export function assertAccess(route: Route, identity: Identity | null): void {
  if (route.audience === 'user' && !identity) throw new AppError('AUTH.LOGIN_REQUIRED');
  if (identity?.overSessionLimit && !isOpenOverSessionLimit(route)) throw new AppError('AUTH.SESSION_LIMIT');
  if (route.inPerson && identity?.impersonatedBy) throw new AppError('AUTH.IMPERSONATING');
}

/** Enforces the declared audience. A route without one is rejected. */
export class AccessGuard implements CanActivate {
  private readonly reflector = new Reflector();

  constructor(private readonly tokens: IdentityToken) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(RULE, [
      context.getHandler(),
      context.getClass(),
    ]);
    const identity = identityOf(context.switchToHttp().getRequest<FastifyRequest>(), this.tokens);
    const route = routeOf(context);
    if (route) {
      assertAccess(route, identity);
      return true;
    }
    if (!rule) throw new AppError('COMMON.FORBIDDEN');
    if (rule.audience === 'user' && !identity) throw new AppError('AUTH.LOGIN_REQUIRED');
    if (identity?.overSessionLimit && !rule.overSessionLimit) throw new AppError('AUTH.SESSION_LIMIT');
    if (rule.inPerson && identity?.impersonatedBy) throw new AppError('AUTH.IMPERSONATING');
    return true;
  }
}

/** Injects the identity of the caller of a `user` route. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): Identity => {
  const { identity } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!identity) throw new AppError('AUTH.LOGIN_REQUIRED');
  return identity;
});

/** Injects the identity of the caller of a `guest` route, or null. */
export const OptionalUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): Identity | null =>
    context.switchToHttp().getRequest<FastifyRequest>().identity ?? null,
);
