import { IDENTITY_HEADER, type Identity } from '@hamkhan/contracts/identity';
import { isOpenOverSessionLimit, needsSecondFactor, type Route } from '@hamkhan/contracts/routes/route';
import { createParamDecorator, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.js';
import { setContextActor } from '../request-context.js';
import { routeOf } from './endpoint.js';
import type { IdentityToken } from './identity-token.js';

declare module 'fastify' {
  interface FastifyRequest {
    identity?: Identity | null;
  }
}

/** The verified identity of a request, or null for a guest. Cached on the request. */
export function identityOf(request: FastifyRequest, tokens: IdentityToken): Identity | null {
  if (request.identity !== undefined) return request.identity;
  const header = request.headers[IDENTITY_HEADER];
  const identity = typeof header === 'string' ? tokens.verify(header) : null;
  request.identity = identity;
  if (identity) setContextActor(identity.userId, identity.impersonatedBy);
  return identity;
}

/**
 * @throws AUTH.LOGIN_REQUIRED, AUTH.SESSION_LIMIT, AUTH.SECOND_FACTOR_MISSING, AUTH.IMPERSONATING where the route is closed to
 * this caller
 */
export function assertAccess(route: Route, identity: Identity | null): void {
  if (route.audience === 'user' && !identity) throw new AppError('AUTH.LOGIN_REQUIRED');
  if (identity?.overSessionLimit && !isOpenOverSessionLimit(route)) throw new AppError('AUTH.SESSION_LIMIT');
  if (identity?.secondFactorMissing && needsSecondFactor(route))
    throw new AppError('AUTH.SECOND_FACTOR_MISSING');
  if (route.inPerson && identity?.impersonatedBy) throw new AppError('AUTH.IMPERSONATING');
}

/** Enforces the access that a route declares. A method without a route is rejected. */
export class AccessGuard implements CanActivate {
  constructor(private readonly tokens: IdentityToken) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const route = routeOf(context);
    if (!route) throw new AppError('COMMON.FORBIDDEN');
    assertAccess(route, identityOf(context.switchToHttp().getRequest<FastifyRequest>(), this.tokens));
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
