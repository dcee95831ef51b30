import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { RolesService } from './roles.service.js';
import { USER, UserSchema } from './user.schema.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: USER, schema: UserSchema }])],
  providers: [UsersRepository, UsersService, RolesService],
  exports: [UsersRepository, UsersService, RolesService],
})
export class UsersModule {}
