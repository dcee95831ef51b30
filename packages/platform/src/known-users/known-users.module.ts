import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { KNOWN_USER, KnownUserSchema } from './known-user.schema.js';
import { KnownUsersConsumer } from './known-users.consumer.js';
import { KnownUsersRepository } from './known-users.repository.js';
import { KnownUsersService } from './known-users.service.js';

/**
 * Gives a service the names of users without a call to auth. It consumes `auth.user.v1`, so the service itself must not: the
 * inbox records an event once per service. A service that needs more of these events extends `KnownUsersService`.
 */
@Module({
  imports: [MongooseModule.forFeature([{ name: KNOWN_USER, schema: KnownUserSchema }])],
  controllers: [KnownUsersConsumer],
  providers: [KnownUsersRepository, KnownUsersService],
  exports: [KnownUsersRepository],
})
export class KnownUsersModule {}
