import type { BodyOf, ParamsOf, QueryOf, ResponseOf, Route } from '@hamkhan/contracts/routes/route';
import { SUCCESS_STATUS } from '@hamkhan/contracts/routes/route';
import {
  createParamDecorator,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type ExecutionContext,
  type StreamableFile,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { parseInput } from './parse-input.js';

const ROUTE = Symbol('route');
const reflector = new Reflector();

/** The input of a call, validated by its route. */
export type Input<R extends Route> = { params: ParamsOf<R>; query: QueryOf<R>; body: BodyOf<R> };

type Returned<R extends Route> = R['response'] extends z.ZodType ? ResponseOf<R> : StreamableFile | string;
type Result<R extends Route> = Returned<R> | Promise<Returned<R>>;
type HasInput<R extends Route> = R extends { query: z.ZodType } | { form: z.ZodType } | { json: z.ZodType }
  ? true
  : R['path'] extends `${string}:${string}`
    ? true
    : false;
/** A method whose first argument is the route's input, where it has any, and whose result is the route's response. */
type Handler<R extends Route> =
  HasInput<R> extends true
    ? (input: Input<R>, ...rest: never[]) => Result<R>
    : (...rest: never[]) => Result<R>;

/** Serves a route of the table with this method: path, status, access and body come from there. */
export const Endpoint =
  <R extends Route>(route: R) =>
  <H extends Handler<R>>(
    target: object,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    const decorators: MethodDecorator[] = [
      RequestMapping({ path: route.path, method: RequestMethod[route.method] }),
      HttpCode(SUCCESS_STATUS),
      SetMetadata(ROUTE, route),
    ];
    if (route.upload) decorators.push(RouteConfig({ streamBody: true }));
    for (const decorate of decorators) decorate(target, name, descriptor);
  };

/** The route that the method of this call serves. */
export const routeOf = (context: ExecutionContext): Route | undefined =>
  reflector.get<Route | undefined>(ROUTE, context.getHandler());

/** The input of the call. @throws COMMON.VALIDATION_FAILED */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext): Input<Route> => {
  const route = routeOf(context);
  if (!route) throw new Error('@Input() belongs to a method with @Endpoint()');
  return inputOf(route, context.switchToHttp().getRequest<FastifyRequest>());
});

function inputOf(route: Route, { params, query, body }: FastifyRequest): Input<Route> {
  const bodySchema = route.form ?? route.json;
  return {
    params: (route.params ? parseInput(route.params, params) : params) as Input<Route>['params'],
    query: route.query && parseInput(route.query, query),
    body: bodySchema && parseInput(bodySchema, body),
  };
}
