import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { KNOWN_USER, KnownUserSchema } from './known-user.schema.js';
import { KnownUsersConsumer } from './known-users.consumer.js';
import { KnownUsersRepository } from './known-users.repository.js';
import { KnownUsersService } from './known-users.service.js';

/**
 * Gives a service the names of users without a call to auth. It consumes `auth.user.v1`; a service that needs more
 * of these events adds a consumer of its own.
 */
@Module({
  imports: [MongooseModule.forFeature([{ name: KNOWN_USER, schema: KnownUserSchema }])],
  controllers: [KnownUsersConsumer],
  providers: [KnownUsersRepository, KnownUsersService],
  exports: [KnownUsersRepository],
})
export class KnownUsersModule {}
