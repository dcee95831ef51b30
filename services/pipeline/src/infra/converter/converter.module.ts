import { DocumentConverter } from '@hamkhan/converter/document-converter';
import { Module } from '@nestjs/common';
import { documentConverterProvider } from './document-converter.provider.js';

@Module({ providers: [documentConverterProvider], exports: [DocumentConverter] })
export class ConverterModule {}
