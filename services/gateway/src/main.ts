import { runService } from '@hamkhan/platform/bootstrap';
import { gatewayService } from './service-options.js';

await runService(() => gatewayService());
