import { runService } from '@hamkhan/platform/bootstrap';
import { documentsService } from './service-options.js';

await runService(() => documentsService());
