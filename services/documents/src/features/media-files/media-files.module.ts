import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MediaRepository } from './media.repository.js';
import { MEDIA, MediaSchema } from './media.schema.js';

/** The repository of media files, for features that show them on pages. */
@Module({
  imports: [MongooseModule.forFeature([{ name: MEDIA, schema: MediaSchema }])],
  providers: [MediaRepository],
  exports: [MediaRepository],
})
export class MediaFilesModule {}
